-- Which store an answer is about: who may no longer reach the store doesn't hear it again. Null: no
-- store, or an answer from before.
alter table idempotency_key add column store_id uuid;
