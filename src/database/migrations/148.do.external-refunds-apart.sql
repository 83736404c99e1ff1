-- When a worker asks the provider about a pending refund that was made there. Null: it is one of ours, due at
-- leased_until. That of the others is 'infinity', so that the previous release, which would send them, leaves them
-- alone after a rollback.
alter table refund add column ask_at timestamptz;
