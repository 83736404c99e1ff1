-- Workers find the stores that have due work and then claim within one of them: the queues are in the
-- order of their stores.
drop index if exists webhook_delivery_queue;
create index webhook_delivery_queue on webhook_delivery
  (store_id, webhook_id, (attempt_count > 0), due_at) where status = 'pending';

drop index if exists email_delivery_queue;
create index email_delivery_queue on email_delivery (store_id, due_at) where status = 'pending';

-- One finds the stores, the other gives the subscriptions of one of them in the order of their claims.
drop index if exists subscription_due_in_order;
drop index if exists subscription_due_in_store;
create index subscription_due on subscription (due_at, store_id, environment)
  where due_at is not null;
create index subscription_due_in_store on subscription (store_id, environment, due_at, order_id)
  where due_at is not null;
