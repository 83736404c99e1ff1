// Exits with code 0 if the PostgreSQL server at the URL answers.
import pg from 'pg';

const client = new pg.Client({
  connectionString: process.argv[2],
  connectionTimeoutMillis: 3_000,
});
try {
  await client.connect();
  await client.end();
} catch {
  process.exit(1);
}
