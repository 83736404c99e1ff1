import type pg from 'pg';

const ENCODING = 'UTF8';
const HOW = `Create it with: create database tillgate encoding '${ENCODING}' locale 'C.UTF-8' template template0`;

interface Found {
  readonly encoding: string;
  /** Of the letter I. */
  readonly lowercase: string;
  /** The schema of the extension for searching, if it is installed where it isn't found. */
  readonly hidden: string | null;
}

/**
 * Throws if an empty database can't take the tables, can't store every text, or compares addresses in
 * another way than the service: in Turkish, the lowercase of I is ı, so INFO@ and info@ would be two
 * buyers. Encoding and locale can't be changed later.
 */
export async function refuseUnfitDatabase(connection: pg.PoolClient): Promise<void> {
  const { rows } = await connection.query<Found>(
    `select pg_encoding_to_char(encoding) as encoding, lower('I') as lowercase,
        (select nspname from pg_extension join pg_namespace space on space.oid = extnamespace
          where extname = 'pg_trgm' and nspname <> all(current_schemas(true))) as hidden
      from pg_database where datname = current_database()`,
  );
  const { encoding, lowercase, hidden } = rows[0] as Found;
  if (encoding !== ENCODING) throw new Error(`The database has the encoding ${encoding}. ${HOW}`);
  if (lowercase !== 'i') {
    throw new Error(`In the database's locale, the lowercase of I is ${lowercase}. ${HOW}`);
  }
  if (hidden !== null) {
    throw new Error(
      `The extension pg_trgm is in the schema ${hidden}, which isn't in the search_path. Move it with: create schema extensions; alter extension pg_trgm set schema extensions. Then add extensions to the end of the search_path`,
    );
  }
}
