-- Invitations of addresses without an account, and the log of who did what.

create table store_invitation (
  store_id uuid not null references store,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'member')),
  -- SHA-256 of the code that the inviter hands over; the code itself is kept nowhere.
  code_hash bytea not null unique,
  invited_by uuid not null references merchant,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (store_id, email)
);

-- One row for every privileged act, written in the act's own transaction. No foreign keys: history
-- outlives what it names, and a busy store's rows are not locked for it.
create table audit_log (
  -- UUIDv7: sorts by time.
  id uuid primary key,
  -- Null: an act on the account itself, such as a new API key.
  store_id uuid,
  merchant_id uuid not null,
  credential text not null check (credential in ('apiKey', 'dashboard')),
  -- The API key's id or the dashboard session's.
  credential_id uuid not null,
  -- The action's path, such as `store/update-store`.
  action text not null,
  subject_type text not null,
  -- As answers show it: a Short ID, or a UUID where the resource has none.
  subject_id text,
  -- Null: the act is the same in both.
  environment text check (environment in ('test', 'prod')),
  -- Names of the fields that were sent, and what the action adds; never a secret.
  details jsonb not null default '{}',
  at timestamptz not null
);
create index audit_log_by_store on audit_log (store_id, id) where store_id is not null;
create index audit_log_by_account on audit_log (merchant_id, id) where store_id is null;
create index audit_log_by_subject on audit_log (subject_id);

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();
