-- A row of a store is found, and is unique, within its store: no store's row can stand for another's,
-- and the tables can be spread over machines by store. Of large tables, make the indexes beforehand,
-- each with `create unique index concurrently`; the migration then only puts them in place.

-- The references follow in 081, with the store in them.
alter table product_group drop constraint product_group_source_group_id_fkey;
alter table product drop constraint product_prod_version_id_fkey, drop constraint
  product_test_version_id_fkey;
alter table product_version drop constraint product_version_product_id_fkey;
alter table product_version_shown drop constraint product_version_shown_version_id_fkey;
alter table product_group_member drop constraint product_group_member_group_id_fkey, drop constraint
  product_group_member_product_id_fkey;
alter table checkout_session drop constraint checkout_session_origin_order_id_fkey, drop constraint
  checkout_session_product_id_fkey, drop constraint checkout_session_product_version_id_fkey;
alter table orders drop constraint orders_change_origin_order_id_fkey, drop constraint
  orders_checkout_session_id_fkey, drop constraint orders_product_id_fkey, drop constraint
  orders_product_version_id_fkey, drop constraint orders_superseded_by_order_id_fkey;
alter table subscription drop constraint subscription_order_id_fkey, drop constraint
  subscription_scheduled_order_id_fkey;
alter table subscription_period drop constraint subscription_period_order_id_fkey, drop constraint
  subscription_period_payment_id_fkey;
alter table payment drop constraint payment_order_id_fkey;
alter table trial_use drop constraint trial_use_order_id_fkey;
alter table refund_ticket drop constraint current_version_exists, drop constraint
  refund_ticket_payment_id_fkey;
alter table refund_ticket_version drop constraint refund_ticket_version_ticket_id_fkey;
alter table refund drop constraint refund_payment_id_fkey, drop constraint refund_ticket_id_fkey,
  drop constraint refund_ticket_id_ticket_version_fkey;
alter table ledger_entry drop constraint ledger_entry_payment_id_fkey, drop constraint
  ledger_entry_refund_id_fkey;
alter table webhook_delivery drop constraint webhook_delivery_event_id_fkey, drop constraint
  webhook_delivery_webhook_id_fkey;
alter table webhook_attempt drop constraint webhook_attempt_delivery_id_fkey;
alter table webhook_warning drop constraint webhook_warning_webhook_id_fkey;
alter table email_delivery drop constraint email_delivery_event_uuid_fkey;
alter table note drop constraint note_order_id_fkey;
alter table subscription_past_due_month drop constraint subscription_past_due_month_order_id_fkey;

create unique index if not exists kyb_ticket_pkey_of_store on kyb_ticket (id, store_id);
alter table kyb_ticket
  drop constraint kyb_ticket_pkey,
  add constraint kyb_ticket_pkey primary key using index kyb_ticket_pkey_of_store;
create unique index if not exists product_group_pkey_of_store on product_group (id, store_id);
create unique index if not exists product_group_source_group_id_key_of_store
  on product_group (source_group_id, store_id);
alter table product_group
  drop constraint product_group_pkey,
  add constraint product_group_pkey primary key using index product_group_pkey_of_store;
create unique index if not exists product_pkey_of_store on product (id, store_id);
alter table product
  drop constraint product_pkey,
  add constraint product_pkey primary key using index product_pkey_of_store;
create unique index if not exists product_version_pkey_of_store on product_version (id, store_id);
create unique index if not exists one_version_of_a_product_per_number_of_store
  on product_version (product_id, version_number, store_id);
alter table product_version
  drop constraint product_version_pkey,
  add constraint product_version_pkey primary key using index product_version_pkey_of_store,
  drop constraint one_version_of_a_product_per_number,
  add constraint one_version_of_a_product_per_number unique
    using index one_version_of_a_product_per_number_of_store;
create unique index if not exists product_version_shown_pkey_of_store
  on product_version_shown (version_id, environment, store_id);
alter table product_version_shown
  drop constraint product_version_shown_pkey,
  add constraint product_version_shown_pkey primary key
    using index product_version_shown_pkey_of_store;
create unique index if not exists product_group_member_pkey_of_store
  on product_group_member (group_id, product_id, store_id);
create unique index if not exists product_in_one_group_of_store
  on product_group_member (product_id, environment, store_id);
alter table product_group_member
  drop constraint product_group_member_pkey,
  add constraint product_group_member_pkey primary key
    using index product_group_member_pkey_of_store,
  drop constraint product_in_one_group,
  add constraint product_in_one_group unique using index product_in_one_group_of_store;
create unique index if not exists checkout_session_pkey_of_store on checkout_session (id, store_id);
alter table checkout_session
  drop constraint checkout_session_pkey,
  add constraint checkout_session_pkey primary key using index checkout_session_pkey_of_store;
create unique index if not exists orders_pkey_of_store on orders (id, store_id);
create unique index if not exists one_order_per_session_of_store
  on orders (checkout_session_id, store_id);
create unique index if not exists one_origin_per_successor_of_store
  on orders (superseded_by_order_id, store_id);
alter table orders
  drop constraint orders_pkey,
  add constraint orders_pkey primary key using index orders_pkey_of_store,
  drop constraint one_order_per_session,
  add constraint one_order_per_session unique using index one_order_per_session_of_store,
  drop constraint one_origin_per_successor,
  add constraint one_origin_per_successor unique using index one_origin_per_successor_of_store;
create unique index if not exists subscription_pkey_of_store on subscription (order_id, store_id);
create unique index if not exists one_schedule_per_order_of_store
  on subscription (scheduled_order_id, store_id);
alter table subscription
  drop constraint subscription_pkey,
  add constraint subscription_pkey primary key using index subscription_pkey_of_store,
  drop constraint one_schedule_per_order,
  add constraint one_schedule_per_order unique using index one_schedule_per_order_of_store;
create unique index if not exists subscription_period_pkey_of_store
  on subscription_period (order_id, period_number, store_id);
create unique index if not exists subscription_period_payment_id_key_of_store
  on subscription_period (payment_id, store_id);
alter table subscription_period
  drop constraint subscription_period_pkey,
  add constraint subscription_period_pkey primary key using index subscription_period_pkey_of_store,
  drop constraint subscription_period_payment_id_key,
  add constraint subscription_period_payment_id_key unique
    using index subscription_period_payment_id_key_of_store;
create unique index if not exists payment_pkey_of_store on payment (id, store_id);
alter table payment
  drop constraint payment_pkey,
  add constraint payment_pkey primary key using index payment_pkey_of_store;
create unique index if not exists refund_ticket_pkey_of_store on refund_ticket (id, store_id);
alter table refund_ticket
  drop constraint refund_ticket_pkey,
  add constraint refund_ticket_pkey primary key using index refund_ticket_pkey_of_store;
create unique index if not exists refund_ticket_version_pkey_of_store
  on refund_ticket_version (id, store_id);
create unique index if not exists one_version_per_number_of_store
  on refund_ticket_version (ticket_id, number, store_id);
alter table refund_ticket_version
  drop constraint refund_ticket_version_pkey,
  add constraint refund_ticket_version_pkey primary key
    using index refund_ticket_version_pkey_of_store,
  drop constraint one_version_per_number,
  add constraint one_version_per_number unique using index one_version_per_number_of_store;
create unique index if not exists refund_pkey_of_store on refund (id, store_id);
create unique index if not exists one_refund_per_version_of_store
  on refund (ticket_id, ticket_version, store_id);
alter table refund
  drop constraint refund_pkey,
  add constraint refund_pkey primary key using index refund_pkey_of_store,
  drop constraint one_refund_per_version,
  add constraint one_refund_per_version unique using index one_refund_per_version_of_store;
create unique index if not exists ledger_entry_pkey_of_store
  on ledger_entry (transaction_id, account, store_id);
alter table ledger_entry
  drop constraint ledger_entry_pkey,
  add constraint ledger_entry_pkey primary key using index ledger_entry_pkey_of_store;
create unique index if not exists webhook_pkey_of_store on webhook (id, store_id);
alter table webhook
  drop constraint webhook_pkey,
  add constraint webhook_pkey primary key using index webhook_pkey_of_store;
create unique index if not exists event_pkey_of_store on event (id, store_id);
alter table event
  drop constraint event_pkey,
  add constraint event_pkey primary key using index event_pkey_of_store;
create unique index if not exists webhook_delivery_pkey_of_store on webhook_delivery (id, store_id);
create unique index if not exists one_delivery_per_event_and_webhook_of_store
  on webhook_delivery (event_id, webhook_id, store_id);
alter table webhook_delivery
  drop constraint webhook_delivery_pkey,
  add constraint webhook_delivery_pkey primary key using index webhook_delivery_pkey_of_store,
  drop constraint one_delivery_per_event_and_webhook,
  add constraint one_delivery_per_event_and_webhook unique
    using index one_delivery_per_event_and_webhook_of_store;
create unique index if not exists webhook_attempt_pkey_of_store on webhook_attempt (id, store_id);
alter table webhook_attempt
  drop constraint webhook_attempt_pkey,
  add constraint webhook_attempt_pkey primary key using index webhook_attempt_pkey_of_store;
create unique index if not exists webhook_warning_pkey_of_store on webhook_warning (id, store_id);
alter table webhook_warning
  drop constraint webhook_warning_pkey,
  add constraint webhook_warning_pkey primary key using index webhook_warning_pkey_of_store;
create unique index if not exists customer_pkey_of_store on customer (id, store_id);
alter table customer
  drop constraint customer_pkey,
  add constraint customer_pkey primary key using index customer_pkey_of_store;
create unique index if not exists note_pkey_of_store on note (id, store_id);
alter table note
  drop constraint note_pkey,
  add constraint note_pkey primary key using index note_pkey_of_store;

-- As they were, within the store.
create unique index if not exists one_live_payment_of_store on payment (order_id, store_id)
  where status in ('pending', 'succeeded') and period_number is null;
drop index one_live_payment_per_order;
alter index one_live_payment_of_store rename to one_live_payment_per_order;
create unique index if not exists one_charge_of_store on payment (order_id, period_number, store_id)
  where status in ('pending', 'succeeded') and period_number is not null;
drop index one_charge_per_period;
alter index one_charge_of_store rename to one_charge_per_period;
create unique index if not exists one_pending_payment_of_store on payment (order_id, store_id)
  where status = 'pending';
drop index one_pending_payment_per_order;
alter index one_pending_payment_of_store rename to one_pending_payment_per_order;
create unique index if not exists one_live_refund_of_store on refund (ticket_id, store_id)
  where status in ('pending', 'succeeded');
drop index one_live_refund_per_ticket;
alter index one_live_refund_of_store rename to one_live_refund_per_ticket;

-- Named in `on conflict` by the release before, as the key of product_group's source is: they go with
-- a later release.
create unique index if not exists subscription_order_id_key on subscription (order_id);
