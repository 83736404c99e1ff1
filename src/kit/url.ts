/** What a URL parser would silently drop: stored and shown, it would be another address. */
const DROPPED_BY_PARSER = /[\s\p{Cc}]/u;

/** The URL in the text if it is http or https, carries no credentials and fits, or null. */
export function parseHttpUrl(text: string, longest: number): URL | null {
  if (text.length > longest || DROPPED_BY_PARSER.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  return web && url.username === '' && url.password === '' ? url : null;
}
