-- Who sells, as buyers read it on pages and receipts. All optional.
alter table store add column business_name text, add column tax_id text, add column business_address text;
