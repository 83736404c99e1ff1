-- Pictures that merchants upload. What is served lies in a folder or a bucket, under store and hash.

create table picture (
  store_id uuid not null references store,
  -- SHA-256 of what is served, in hex.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz not null,
  -- Null: on its way to where it lies.
  stored_at timestamptz,
  -- Since when it may go. Null: it stays.
  removed_at timestamptz,
  -- The worker is removing it: what is uploaded anew waits until it is gone.
  is_removing boolean not null default false,
  primary key (store_id, hash)
);
create index picture_to_remove on picture (removed_at) where removed_at is not null;
create index picture_on_its_way on picture (created_at) where stored_at is null;
