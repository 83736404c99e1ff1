-- How many rows a part of an address or of an external id finds is guessed from samples of these
-- values: with the usual hundred, or none, every order is read for a few. Those of a partial index
-- aren't asked.
alter index orders_by_email alter column 3 set statistics 1000;
create statistics orders_external_ids on (lower(merchant_external_id)) from orders;
alter statistics orders_external_ids set statistics 1000;
