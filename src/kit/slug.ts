import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Random base36 characters after the name (docs/contract/resources.md#store). */
const SUFFIX_LENGTH = 8;
/** Maximum characters of the name's part. */
const MAX_NAME_LENGTH = 48;

const require = createRequire(import.meta.url);

/** Its tables are loaded for the first store named: most processes never need them. */
function slugify(name: string): string {
  const transliteration: typeof import('transliteration') = require('transliteration');
  return transliteration.slugify(name, { allowedChars: 'a-zA-Z0-9' });
}

/**
 * A new public slug for a store: its name in kebab-case and a random suffix
 * (docs/contract/resources.md#store).
 */
export function newSlug(name: string): string {
  const readable = slugify(name)
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^-+|-+$/g, '');
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => BASE36[randomInt(BASE36.length)]);
  return `${readable || 'store'}-${suffix.join('')}`;
}
