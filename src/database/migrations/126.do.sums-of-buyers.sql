-- Customers are sorted by these sums: the index holds them, so that the rows aren't read. It does what the one
-- of buyers alone did, too.
create index if not exists buyer_total_sums
  on buyer_total (store_id, environment, buyer, currency) include (orders, amount_minor);
drop index if exists buyer_total_by_buyer;
