import pg from 'pg';

/** Runs one statement on the server's own database. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  await askServer(serverUrl, statement);
}

/** Like `administer`, for a statement with parameters and rows. */
export async function askServer(
  serverUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** The server's URL with another database's name. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
