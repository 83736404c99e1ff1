-- The index of due subscriptions in their order (016) answers all that the one by time alone did, and
-- every renewal had to move its subscription in both.
drop index if exists subscription_due;
