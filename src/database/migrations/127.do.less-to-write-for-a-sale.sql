-- Every sale pays for these: from its first state a mail, a payment and a session may go to any other, and
-- a one-time order to two. The table of moves is asked about the other moves alone. Sales lock the tables in
-- this order.
drop trigger checkout_session_moves on checkout_session;
create trigger checkout_session_moves before update of status on checkout_session
  for each row when (old.status <> new.status and old.status <> 'open')
  execute function refuse_illegal_move('checkout_session');
drop trigger onetime_order_moves on orders;
create trigger onetime_order_moves before update of status on orders
  for each row when (new.kind = 'onetime' and old.status <> new.status
    and (old.status <> 'pending' or new.status not in ('completed', 'canceled')))
  execute function refuse_illegal_move('onetime_order');
drop trigger payment_moves on payment;
create trigger payment_moves before update of status on payment
  for each row when (old.status <> new.status and old.status <> 'pending')
  execute function refuse_illegal_move('payment');
drop trigger email_delivery_moves on email_delivery;
create trigger email_delivery_moves before update of status on email_delivery
  for each row when (old.status <> new.status and old.status <> 'pending')
  execute function refuse_illegal_move('email_delivery');

-- It served a reference to events, which are pruned without looking for their mails.
drop index if exists email_delivery_by_event;
