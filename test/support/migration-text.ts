/**
 * Tables that stay small however much a store sells, so creating an index or a check on them is
 * quick. Each entry needs a reason.
 */
export const SMALL_TABLES = ['installation', 'state_move', 'test_clock', 'webhook_key'];

/** Statements in lower case, one line each, without comments and function bodies. */
export function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$.*?\$\$/gs, '$$')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}
