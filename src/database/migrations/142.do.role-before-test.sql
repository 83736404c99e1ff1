-- What is left of a role that a test key raised, once the store is enabled for production; null: the membership ends.
-- Means nothing unless test_only is set.
alter table store_merchant add column permanent_role text;
alter table store_merchant add constraint store_merchant_permanent_role_check
  check (permanent_role in ('admin', 'member')) not valid;
