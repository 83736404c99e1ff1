/** The address if it is http(s) and may be linked, else undefined. */
export function safeHref(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? text : undefined;
}
