#!/bin/sh
# Patroni runs this once, on the first primary, with the address of the new server.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$TILLGATE_PASSWORD" -d "$1" <<'SQL'
create role tillgate login password :'password';
create database tillgate owner tillgate;
SQL
