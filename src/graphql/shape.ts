import { MAX_LIMIT } from './limits.ts';

/**
 * The parts of the variables that shape a statement: which are present, booleans (for @skip and
 * @include) and small numbers (for limits). Requests with the same document and shape share a plan.
 */
export function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return 'n';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(Math.min(Math.max(value, -1), MAX_LIMIT + 1));
  if (typeof value !== 'object') return 'v';
  if (Array.isArray(value)) return 'l';
  return `{${Object.entries(value).map(([key, inner]) => `${key}:${shapeOf(inner)}`)}}`;
}
