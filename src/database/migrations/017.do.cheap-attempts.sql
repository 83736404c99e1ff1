-- What every attempt of a delivery pays for. Its store is the delivery's, which is asked for already;
-- and every move from and to `pending` is legal, so the table of moves is asked about the others alone.
alter table webhook_attempt drop constraint if exists webhook_attempt_store_id_fkey;
drop trigger webhook_delivery_moves on webhook_delivery;
create trigger webhook_delivery_moves before update of status on webhook_delivery
  for each row when (old.status <> new.status and 'pending' not in (old.status, new.status))
  execute function refuse_illegal_move('webhook_delivery');
