-- The latest period whose charge was announced to the buyer: reminders needn't look at the mails,
-- which may be on another server. Null: none, or by the release before.
alter table subscription add column announced_period integer;
