-- Of a production group: the test group it was published from has been deleted. Publishing another
-- group may take over its name and products, which nothing else would change any more.
alter table product_group add column source_deleted boolean not null default false;
create or replace function leave_published_group() returns trigger language plpgsql as $$
begin
  update product_group set source_group_id = null, source_deleted = true
  where store_id = old.store_id and source_group_id = old.id;
  return old;
end
$$;
