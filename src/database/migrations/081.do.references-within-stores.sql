-- References between rows of stores name the store. `not valid`: rows from before keep to the
-- references by id alone that stood here. A later release validates these. A mail's
-- event may have been pruned since: `event_uuid` refers to nothing that must be there.

alter table product_group
  add constraint product_group_source_group_id_fkey foreign key (store_id, source_group_id)
    references product_group (store_id, id) not valid;
alter table product
  add constraint product_prod_version_id_fkey foreign key (store_id, prod_version_id)
    references product_version (store_id, id) not valid,
  add constraint product_test_version_id_fkey foreign key (store_id, test_version_id)
    references product_version (store_id, id) not valid;
-- Product and version name each other and come in one statement; a cluster runs its parts one by one.
alter table product_version
  add constraint product_version_product_id_fkey foreign key (store_id, product_id)
    references product (store_id, id) deferrable initially deferred not valid;
alter table product_version_shown
  add constraint product_version_shown_version_id_fkey foreign key (store_id, version_id)
    references product_version (store_id, id) not valid;
alter table product_group_member
  add constraint product_group_member_group_id_fkey foreign key (store_id, group_id)
    references product_group (store_id, id) on delete cascade not valid,
  add constraint product_group_member_product_id_fkey foreign key (store_id, product_id)
    references product (store_id, id) not valid;
alter table checkout_session
  add constraint checkout_session_origin_order_id_fkey foreign key (store_id, origin_order_id)
    references orders (store_id, id) not valid,
  add constraint checkout_session_product_id_fkey foreign key (store_id, product_id)
    references product (store_id, id) not valid,
  add constraint checkout_session_product_version_id_fkey foreign key (store_id, product_version_id)
    references product_version (store_id, id) not valid;
alter table orders
  add constraint orders_change_origin_order_id_fkey foreign key (store_id, change_origin_order_id)
    references orders (store_id, id) not valid,
  add constraint orders_checkout_session_id_fkey foreign key (store_id, checkout_session_id)
    references checkout_session (store_id, id) not valid,
  add constraint orders_product_id_fkey foreign key (store_id, product_id)
    references product (store_id, id) not valid,
  add constraint orders_product_version_id_fkey foreign key (store_id, product_version_id)
    references product_version (store_id, id) not valid,
  add constraint orders_superseded_by_order_id_fkey foreign key (store_id, superseded_by_order_id)
    references orders (store_id, id) not valid;
alter table subscription
  add constraint subscription_order_id_fkey foreign key (store_id, order_id)
    references orders (store_id, id) not valid,
  add constraint subscription_scheduled_order_id_fkey foreign key (store_id, scheduled_order_id)
    references orders (store_id, id) not valid;
alter table subscription_period
  add constraint subscription_period_order_id_fkey foreign key (store_id, order_id)
    references orders (store_id, id) not valid,
  add constraint subscription_period_payment_id_fkey foreign key (store_id, payment_id)
    references payment (store_id, id) not valid;
alter table payment
  add constraint payment_order_id_fkey foreign key (store_id, order_id)
    references orders (store_id, id) not valid;
alter table trial_use
  add constraint trial_use_order_id_fkey foreign key (store_id, order_id)
    references orders (store_id, id) not valid;
alter table refund_ticket
  add constraint current_version_exists foreign key (store_id, id, version_number)
    references refund_ticket_version (store_id, ticket_id, number)
    deferrable initially deferred not valid,
  add constraint refund_ticket_payment_id_fkey foreign key (store_id, payment_id)
    references payment (store_id, id) not valid;
alter table refund_ticket_version
  add constraint refund_ticket_version_ticket_id_fkey foreign key (store_id, ticket_id)
    references refund_ticket (store_id, id) not valid;
alter table refund
  add constraint refund_payment_id_fkey foreign key (store_id, payment_id)
    references payment (store_id, id) not valid,
  add constraint refund_ticket_id_fkey foreign key (store_id, ticket_id)
    references refund_ticket (store_id, id) not valid,
  add constraint refund_ticket_id_ticket_version_fkey
    foreign key (store_id, ticket_id, ticket_version)
    references refund_ticket_version (store_id, ticket_id, number) not valid;
alter table ledger_entry
  add constraint ledger_entry_payment_id_fkey foreign key (store_id, payment_id)
    references payment (store_id, id) not valid,
  add constraint ledger_entry_refund_id_fkey foreign key (store_id, refund_id)
    references refund (store_id, id) not valid;
alter table webhook_delivery
  add constraint webhook_delivery_event_id_fkey foreign key (store_id, event_id)
    references event (store_id, id) not valid,
  add constraint webhook_delivery_webhook_id_fkey foreign key (store_id, webhook_id)
    references webhook (store_id, id) not valid;
alter table webhook_attempt
  add constraint webhook_attempt_delivery_id_fkey foreign key (store_id, delivery_id)
    references webhook_delivery (store_id, id) not valid;
alter table webhook_warning
  add constraint webhook_warning_webhook_id_fkey foreign key (store_id, webhook_id)
    references webhook (store_id, id) on delete cascade not valid;
alter table note
  add constraint note_order_id_fkey foreign key (store_id, order_id)
    references orders (store_id, id) not valid;
alter table subscription_past_due_month
  add constraint subscription_past_due_month_order_id_fkey foreign key (store_id, order_id)
    references orders (store_id, id) not valid;

-- What a removed row leaves behind is let go here: a reference that names the store can't set one of
-- its columns null on every engine.
create function leave_deliveries_of_webhook() returns trigger language plpgsql as $$
begin
  update webhook_delivery set webhook_id = null
  where store_id = old.store_id and webhook_id = old.id;
  return old;
end
$$;
create trigger webhook_leaves_deliveries before delete on webhook
  for each row execute function leave_deliveries_of_webhook();

create function leave_published_group() returns trigger language plpgsql as $$
begin
  update product_group set source_group_id = null
  where store_id = old.store_id and source_group_id = old.id;
  return old;
end
$$;
create trigger product_group_leaves_published before delete on product_group
  for each row execute function leave_published_group();
