-- The saved method that its bank has permanently refused, so that it isn't charged again. It counts only while it equals
-- saved_method: whatever saves another method, the previous release included, thereby lifts the refusal.
alter table subscription add column refused_method text;
-- The saved method that Stripe's answer to this charge said never to charge again.
alter table stripe_charge add column refused_method text;
