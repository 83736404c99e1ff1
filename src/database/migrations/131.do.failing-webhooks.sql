-- What warnings look for every minute.
create index if not exists webhook_failing on webhook (failing_since, store_id)
  where failing_since is not null and disabled_at is null;
