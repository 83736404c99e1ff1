/** A part of the driver that its types omit. */
declare module 'pg/lib/utils.js' {
  /** The value as text or bytes for the server; null for null and undefined. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
