import { parse } from 'node:querystring';

/** Parameters of a query that are read: each one that isn't valid UTF-8 takes long to decode. */
const MAX_PARAMETERS = 50;

/** The first parameters of a query string; a repeated one is a list. */
export function readQuery(text: string): ReturnType<typeof parse> {
  return parse(text, '&', '=', { maxKeys: MAX_PARAMETERS });
}

/** The query string without a parameter, otherwise as it was sent. */
export function withoutParameter(text: string, name: string): string {
  const parts = text.split('&');
  return parts.filter((part) => part !== name && !part.startsWith(`${name}=`)).join('&');
}
