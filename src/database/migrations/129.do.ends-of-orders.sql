-- When a subscription order ended. Its billing details can change later, and with them updated_at.
alter table orders add column ended_at timestamptz;
