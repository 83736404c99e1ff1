import { raw, type Sql } from '../database/database.ts';

/** SQL of a row's metadata as they were written, as a column of type `json`. */
export function writtenMetadata(row: string): Sql {
  return raw(`coalesce(${row}.metadata_written, ${row}.metadata::json)`);
}

/** The JSON text of metadata that is kept as it was written; null: there is nothing to keep. */
export function textToKeep(metadata: Readonly<Record<string, unknown>>): string | null {
  return Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null;
}
