import { parseHttpUrl } from '../../kit/url.ts';

const MAX_LENGTH = 2_048;

/** The address of a picture that the page's policy lets through (https, or our own), or null. */
export function imageUrl(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const url = parseHttpUrl(text, MAX_LENGTH);
  // Without https, the page's policy lets through what the service itself serves.
  if (url === null) return null;
  const isShown = url.protocol === 'https:' || url.pathname.includes('/pictures/STO_');
  return isShown ? url.href : null;
}

/** Whether an address may be followed: http(s) without credentials; gives its usual spelling. */
export function linkUrl(text: unknown): string | null {
  return typeof text === 'string' ? (parseHttpUrl(text, MAX_LENGTH)?.href ?? null) : null;
}
