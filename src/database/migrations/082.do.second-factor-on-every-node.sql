-- Tells the rest of the transaction, on every node that it reaches, since when what the call comes
-- with is good without a second factor: `set local` is passed on to them, `set_config` isn't.
create function tell_without_second_factor(since text) returns void language plpgsql as $$
begin
  execute format('set local tillgate.without_second_factor_since = %L', since);
end
$$;
