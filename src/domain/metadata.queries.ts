import { raw, type Sql } from '../database/database.ts';

/** SQL expression for a row's metadata exactly as written, of type `json`. */
export function writtenMetadata(row: string): Sql {
  return raw(`coalesce(${row}.metadata_written, ${row}.metadata::json)`);
}

/** The JSON text to store so that metadata reads back as written, or null for empty metadata. */
export function textToKeep(metadata: Readonly<Record<string, unknown>>): string | null {
  return Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null;
}
