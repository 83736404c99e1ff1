-- Every row of a store says which store it is. Rows from before don't: retention removes them when
-- their month is long over. The release before writes without it; the trigger then looks it up.
alter table subscription_past_due_month add column store_id uuid;

create function take_store_of_order() returns trigger language plpgsql as $$
begin
  select store_id into new.store_id from orders where id = new.order_id;
  return new;
end
$$;
create trigger past_due_month_takes_store before insert on subscription_past_due_month
  for each row when (new.store_id is null) execute function take_store_of_order();
