-- Lists show the newest first, and by ID what is equally old. These indexes have that order, so that the first page
-- is read from them whatever the planner believes about a store's size. Without the ID, it may read the whole store
-- and sort it, as long as the statistics are older than the store's growth.
create index if not exists product_newest on product (store_id, kind, created_at desc, id desc);
create index if not exists orders_newest on orders (store_id, environment, created_at desc, id desc);
create index if not exists payment_newest on payment (store_id, environment, created_at desc, id desc);
create index if not exists refund_newest on refund (store_id, environment, created_at desc, id desc);
create index if not exists email_delivery_newest
  on email_delivery (store_id, environment, created_at desc, id desc);
drop index if exists product_by_store;
drop index if exists orders_by_store;
drop index if exists payment_by_store;
drop index if exists refund_by_store;
drop index if exists email_delivery_by_store;
