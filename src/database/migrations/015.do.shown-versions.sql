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

insert into product_version_shown (version_id, environment, store_id)
select test_version_id, 'test', store_id from product where test_version_id is not null
union
select prod_version_id, 'prod', store_id from product where prod_version_id is not null
union
-- Of an older one it is known only what was bought; the rest were test's, if the product has a test.
select product_version_id, environment, store_id from orders
union
select version.id, case when product.test_version_id is null then 'prod' else 'test' end,
  version.store_id
from product_version version join product on product.id = version.product_id;
