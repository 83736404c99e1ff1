/** The URL if it's http(s) and thus safe to link, otherwise undefined. */
export function safeHref(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? text : undefined;
}
