-- What a trigger reads and writes besides its row is of the row's store, and says so as every statement
-- does.

create or replace function claim_refund_amount() returns trigger language plpgsql as $$
declare
  change bigint := claimed_by_ticket(new.status, new.amount_minor);
begin
  if tg_op = 'UPDATE' then
    change := change - claimed_by_ticket(old.status, old.amount_minor);
  end if;
  if change <> 0 then
    update payment set refund_claimed_minor = refund_claimed_minor + change
    where store_id = new.store_id and id = new.payment_id;
  end if;
  return null;
end
$$;

create or replace function mark_day_of_payment() returns trigger language plpgsql as $$
begin
  insert into rollup_mark (store_id, environment, day)
  values (new.store_id, new.environment, (new.created_at at time zone 'UTC')::date);
  return null;
end
$$;

create or replace function mark_days_of_order() returns trigger language plpgsql as $$
begin
  insert into rollup_mark (store_id, environment, day)
  select new.store_id, new.environment, (new.created_at at time zone 'UTC')::date
  union
  select store_id, environment, (created_at at time zone 'UTC')::date
  from payment where store_id = new.store_id and order_id = new.id;
  return null;
end
$$;
