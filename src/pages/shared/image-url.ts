import { parseHttpUrl } from '../../kit/url.ts';

const MAX_LENGTH = 2_048;

/** The URL of a picture that the page's policy allows (https, or our own), or null. */
export function imageUrl(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const url = parseHttpUrl(text, MAX_LENGTH);
  // Without https, the page's policy allows only the service's own pictures.
  if (url === null) return null;
  const isShown = url.protocol === 'https:' || url.pathname.includes('/pictures/STO_');
  return isShown ? url.href : null;
}

/** The normalized URL if it is safe to follow (http(s) without credentials). */
export function linkUrl(text: unknown): string | null {
  return typeof text === 'string' ? (parseHttpUrl(text, MAX_LENGTH)?.href ?? null) : null;
}
