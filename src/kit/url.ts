import { codePointLength } from './text.ts';

/** Characters that a URL parser would silently drop, changing the stored and displayed URL. */
const DROPPED_BY_PARSER = /[\s\p{Cc}]/u;

/**
 * Parsers add the slashes that are missing here; as a link on a page of the same scheme, `http:a.b`
 * is a path instead.
 */
const NAMES_HOST = /^https?:\/\/[^/\\?#]/i;

/** The URL in the text if it is http or https, carries no credentials and fits, or null. */
export function parseHttpUrl(text: string, maxCharacters: number): URL | null {
  if (codePointLength(text) > maxCharacters || DROPPED_BY_PARSER.test(text)) return null;
  if (!NAMES_HOST.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : null;
}
