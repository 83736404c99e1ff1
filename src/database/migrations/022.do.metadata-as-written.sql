-- `jsonb` forgets the order of keys and the form of numbers. Beside it the text as it was written; null
-- where there is nothing to keep, and in rows of before.
alter table product_version add column metadata_written json;
alter table checkout_session add column metadata_written json;
alter table orders add column metadata_written json;
alter table refund_ticket add column metadata_written json;
