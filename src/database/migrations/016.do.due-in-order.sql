-- Due subscriptions are claimed by time and id. Without the id in the index, a queue of a hundred
-- thousand that are due at once is sorted anew for every few of them.
create index if not exists subscription_due_in_order on subscription (due_at, order_id)
  where due_at is not null;
