/** A field's text, or nothing. */
export function word(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
