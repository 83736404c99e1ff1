/**
 * A cookie of ours by its name; undefined if it wasn't sent. Nothing is decoded, nor are others
 * read: ours need no escapes, and decoding thousands of broken ones takes long.
 */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined || !header.includes(name)) return undefined;
  const start = `${name}=`;
  const own = header.split(';').find((part) => part.trimStart().startsWith(start));
  return own?.trim().slice(start.length);
}
