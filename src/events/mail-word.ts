import { plainLine } from '../kit/text.ts';

/** A field's text; empty if it has none. */
export function word(value: unknown): string {
  return typeof value === 'string' ? plainLine(value) : '';
}
