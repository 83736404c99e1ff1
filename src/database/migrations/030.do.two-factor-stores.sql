-- A store may require two factors of its members.

-- Since when. Null: it doesn't.
alter table store add column two_factor_required_at timestamptz;

-- Whether the account had a second factor when the key was made.
alter table api_key add column two_factor boolean not null default true;

-- The memberships that a call may use. What it comes with tells its transaction since when it is
-- good without a second factor: never (infinity) for a session of an account that has none, the
-- time when it was made for a key of one, and nothing where a second factor stands behind it.
create view usable_membership as
select member.store_id, member.merchant_id, member.role, member.test_only, member.created_at
from store_merchant member
where nullif(current_setting('tillgate.without_second_factor_since', true), '') is null
  or not exists (
    select from store
    where store.id = member.store_id
      and store.two_factor_required_at <= greatest(member.created_at,
        nullif(current_setting('tillgate.without_second_factor_since', true), '')::timestamptz)
  );
