-- What a test key gave: a membership that ends when its store is enabled for production.

alter table store_merchant add column test_only boolean not null default false;
alter table store_invitation add column test_only boolean not null default false;
