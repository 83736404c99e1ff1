-- What retention looks for every hour.
create index if not exists email_delivery_ended on email_delivery (created_at, store_id)
  where status <> 'pending';
create index if not exists checkout_session_to_clear on checkout_session (expires_at, store_id)
  where status = 'expired'
    and (metadata <> '{}' or num_nonnulls(buyer_email, billing_detail) > 0);
