import { randomInt } from 'node:crypto';
import { slugify } from 'transliteration';

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Decisions 3: random base36 characters behind the name. */
const SUFFIX_LENGTH = 8;
/** Characters of the name's part. */
const LONGEST_NAME = 48;

/** A new public slug of a store: its name in kebab-case and a random suffix (decisions 3). */
export function newSlug(name: string): string {
  const readable = slugify(name, { allowedChars: 'a-zA-Z0-9' })
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, '');
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => BASE36[randomInt(BASE36.length)]);
  return `${readable || 'store'}-${suffix.join('')}`;
}
