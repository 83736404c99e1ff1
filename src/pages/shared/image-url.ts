import { parseHttpUrl } from '../../kit/url.ts';

const MAX_LENGTH = 2_048;

/** The address of a picture that the page's policy lets through (https), or null. */
export function imageUrl(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const url = parseHttpUrl(text, MAX_LENGTH);
  return url?.protocol === 'https:' ? url.href : null;
}

/** Whether an address may be followed: http(s) without credentials; gives its usual spelling. */
export function linkUrl(text: unknown): string | null {
  return typeof text === 'string' ? (parseHttpUrl(text, MAX_LENGTH)?.href ?? null) : null;
}
