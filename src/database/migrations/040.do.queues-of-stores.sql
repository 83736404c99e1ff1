-- Workers find the stores that have due work and then claim within one of them: the queues are in the
-- order of their stores.
create index if not exists webhook_delivery_due on webhook_delivery
  (store_id, webhook_id, (attempt_count > 0), due_at) where status = 'pending';
drop index if exists webhook_delivery_queue;

create index if not exists email_delivery_due on email_delivery (store_id, due_at)
  where status = 'pending';
drop index if exists email_delivery_queue;

-- The first finds the stores; the second gives the subscriptions of one in the order of their claims.
create index if not exists subscription_due on subscription (due_at, store_id, environment)
  where due_at is not null;
create index if not exists subscription_due_by_store on subscription
  (store_id, environment, due_at, order_id) where due_at is not null;
drop index if exists subscription_due_in_order;
drop index if exists subscription_due_in_store;
