-- Who may hear what became of a paid checkout session, and how often cards were declined on it.

-- Of the payment token that the latest attempt to pay came with: whoever sends it again is the payer.
alter table orders add column payer_token_hash bytea;

-- Cards that were declined on the session, those being charged right now included.
alter table checkout_session add column declines smallint not null default 0;
