-- An API key may end by itself. Null: it lasts until it is deleted.

alter table api_key add column expires_at timestamptz;
