-- Whether a merchant's credential named the buyer's address: a visitor may have named anybody's.

alter table checkout_session add column email_from_merchant boolean not null default false;
