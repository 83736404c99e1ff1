-- When a session last gave a password or a second factor. Null: before this was kept.

alter table dashboard_session add column proven_at timestamptz;
