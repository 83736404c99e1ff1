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
