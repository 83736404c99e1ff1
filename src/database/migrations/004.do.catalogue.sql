-- Products with immutable versions, and groups of subscription products.

create table product (
  id uuid primary key,
  store_id uuid not null references store,
  kind text not null check (kind in ('onetime', 'subscription')),
  -- What each environment shows: version, status, last change; all null where it has no version.
  -- A write in one environment leaves the other's columns alone.
  test_version_id uuid,
  test_status text check (test_status in ('active', 'inactive')),
  test_updated_at timestamptz,
  prod_version_id uuid,
  prod_status text check (prod_status in ('active', 'inactive')),
  prod_updated_at timestamptz,
  created_at timestamptz not null,
  constraint test_is_shown_wholly
    check (num_nulls(test_version_id, test_status, test_updated_at) in (0, 3)),
  constraint prod_is_shown_wholly
    check (num_nulls(prod_version_id, prod_status, prod_updated_at) in (0, 3)),
  constraint product_is_shown_somewhere
    check (num_nonnulls(test_version_id, prod_version_id) > 0)
);
create index product_by_store on product (store_id, kind, created_at desc);

create table product_version (
  id uuid primary key,
  store_id uuid not null references store,
  product_id uuid not null references product,
  version_number integer not null check (version_number > 0),
  name text not null,
  description text,
  -- Null for one-time products.
  billing_period text check (billing_period in ('weekly', 'monthly', 'quarterly', 'yearly')),
  -- {"USD": {"amountMinor": 990, "taxCategory": "saas", "taxIncluded": true, "trialAmountMinor": 100}}
  -- Whole minor units, at most 999,999,999,999: exact as JSON numbers.
  prices jsonb not null,
  media jsonb not null default '[]',
  success_url text,
  metadata jsonb not null default '{}',
  -- `jsonb` forgets the order of keys and the form of numbers: the text as it was written, here and in
  -- other tables. Null where there is nothing to keep.
  metadata_written json,
  created_at timestamptz not null,
  constraint one_version_of_a_product_per_number unique (product_id, version_number)
);
alter table product
  add foreign key (test_version_id) references product_version,
  add foreign key (prod_version_id) references product_version;
create trigger product_version_is_immutable before update or delete on product_version
  for each row execute function refuse_change();

-- Which environments have ever shown a version of a product: a draft of test that was never published
-- is nothing that production knows of.
create table product_version_shown (
  version_id uuid not null references product_version,
  environment text not null check (environment in ('test', 'prod')),
  store_id uuid not null,
  primary key (version_id, environment)
);

create function note_shown_versions() returns trigger language plpgsql as $$
begin
  insert into product_version_shown (version_id, environment, store_id)
  select version_id, environment, new.store_id
  from (values (new.test_version_id, 'test'), (new.prod_version_id, 'prod'))
    as shown (version_id, environment)
  where version_id is not null
  on conflict do nothing;
  return null;
end
$$;
create trigger product_shows_versions after insert or update of test_version_id, prod_version_id
  on product for each row execute function note_shown_versions();

create table product_group (
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  name text not null,
  description text,
  shared_trial boolean not null default false,
  self_service_plan_change boolean not null default false,
  -- Of a production group: the test group it was published from, while that exists.
  source_group_id uuid unique references product_group on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint product_group_name unique (store_id, environment, name)
);

create table product_group_member (
  group_id uuid not null references product_group on delete cascade,
  store_id uuid not null references store,
  product_id uuid not null references product,
  environment text not null check (environment in ('test', 'prod')),
  -- Place in the list that the merchant gave.
  position integer not null,
  primary key (group_id, product_id),
  -- A product is in at most one group per environment.
  constraint product_in_one_group unique (product_id, environment)
);
