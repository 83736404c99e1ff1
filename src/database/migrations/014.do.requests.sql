-- What calls leave behind: answers for idempotent replay, and the log of who did what.

create table idempotency_key (
  -- Merchant and environment, or a store's visitors, or a buyer.
  scope text not null,
  key text not null,
  claim uuid not null,
  -- While the answer is null: until when the claim counts as being processed.
  leased_until timestamptz not null,
  expires_at timestamptz not null,
  answer text,
  primary key (scope, key)
);
create index idempotency_key_expiry on idempotency_key (expires_at);

-- Locks a caller's idempotency key for the transaction, or fails with the code TG409: another request
-- is using it, or its answer is stored. Statements sent behind it are then not run.
create function lock_idempotency_key(wanted_scope text, wanted_key text, at timestamptz)
returns void language plpgsql as $$
declare
  is_live boolean;
begin
  if pg_try_advisory_xact_lock(hashtextextended(wanted_scope || ' ' || wanted_key, 0)) then
    select expires_at > at and (answer is not null or leased_until > at) into is_live
    from idempotency_key where scope = wanted_scope and key = wanted_key;
    if is_live is null then
      return;
    end if;
    if not is_live then
      delete from idempotency_key where scope = wanted_scope and key = wanted_key
        and (expires_at <= at or (answer is null and leased_until <= at));
      return;
    end if;
  end if;
  raise exception using errcode = 'TG409', message = 'The idempotency key is in use';
end $$;

-- One row for every privileged act, written in the act's own transaction. No foreign keys: history
-- outlives what it names, and a busy store's rows are not locked for it.
create table audit_log (
  -- UUIDv7: sorts by time.
  id uuid primary key,
  -- Null: an act on the account itself, such as a new API key.
  store_id uuid,
  merchant_id uuid not null,
  credential text not null check (credential in ('apiKey', 'dashboard', 'operator')),
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
