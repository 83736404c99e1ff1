-- The environment whose notifications a merchant has turned off; null: both, as with links mailed before.
alter table notification_opt_out add column environment text;
alter table notification_opt_out add constraint notification_opt_out_environment_check
  check (environment in ('test', 'prod')) not valid;
