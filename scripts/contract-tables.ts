import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { actions, operatorActions } from '../src/actions.ts';
import type { Action } from '../src/contract/action.ts';
import { confirmChange } from '../src/domain/checkout/confirm-change.ts';
import { createSandboxToken } from '../src/domain/checkout/create-sandbox-token.ts';
import { paySession } from '../src/domain/checkout/pay-session.ts';
import { gatewayErrors } from '../src/gateway/errors.ts';
import { graphqlErrors } from '../src/graphql/errors.ts';
import { credentialNames } from '../src/reference/openapi-security.ts';

/** The header of every error table of the contract. */
export const TABLE = '| Status | Message | Layer | When |';
const PAGES = join(import.meta.dirname, '../docs/contract');

/** Every call that has its own error table, by the line under its heading. */
export const contractCalls: ReadonlyMap<string, Action> = new Map([
  ...actions.map((action): [string, Action] => [lineOf(action), action]),
  ...operatorActions.map((action): [string, Action] => [
    `\`POST /operator/${action.path}\` · operator`,
    action,
  ]),
  ['`POST /store/{slug}/checkout/{sessionId}/pay` · hosted page', paySession],
  ['`POST /store/{slug}/change/{sessionId}/confirm` · hosted page', confirmChange],
  ['`POST /sandbox/tokens` · none', createSandboxToken],
]);

/** The line under a call's heading: its path, its callers and its special rules. */
function lineOf({ path, auth, environment, replayable }: Action): string {
  const callers = auth.map((kind) =>
    kind === 'anonymous' ? 'no credential' : credentialNames[kind],
  );
  const publishes = environment === 'forbidden' ? ' · no `X-Environment`' : '';
  const never = replayable === false ? ' · never replayed' : '';
  return `\`POST /v1/actions/${path}\` · ${callers.join(', ')}${publishes}${never}`;
}

/** Tables that don't belong to an action: the errors by page and heading. */
const TABLES: Readonly<Record<string, Action['errors']>> = {
  'errors.md#Gateway errors': gatewayErrors,
  'graphql.md#Request': graphqlErrors,
};

/**
 * Updates the error tables of `docs/contract` from the code. The "When" column is written by hand
 * and kept; new rows are returned, since theirs must still be written.
 */
export function writeContractTables(): string[] {
  const lacking: string[] = [];
  for (const page of readdirSync(PAGES)) {
    const path = join(PAGES, page);
    const before = readFileSync(path, 'utf8');
    const after = before
      .split(/^(?=#{1,6} )/m)
      .map((section) => withTable(page, section, lacking))
      .join('');
    if (after !== before) writeFileSync(path, after);
  }
  return lacking;
}

function withTable(page: string, section: string, lacking: string[]): string {
  const heading = /^#+ (.+)/.exec(section)?.[1] ?? '';
  const line = section.split('\n').find((one) => contractCalls.has(one));
  const errors =
    TABLES[`${page}#${heading}`] ??
    (line === undefined ? undefined : contractCalls.get(line)?.errors);
  if (!errors) return section;
  const rows = Object.values(errors);
  const start = section.indexOf(TABLE);
  const end = start === -1 ? -1 : section.indexOf('\n\n', start);
  const old = start === -1 ? '' : section.slice(start, end === -1 ? undefined : end);
  const whenOf = (message: string) =>
    old
      .split('\n')
      .find((row) => row.includes(`| \`${message}\` |`))
      ?.split(/ ?(?<!\\)\| ?/)
      .at(-2);
  const table = [TABLE, '|---|---|---|---|'];
  for (const { status, template, layer } of rows) {
    const message = template.replaceAll('|', '\\|');
    const when = whenOf(message);
    if (when === undefined) lacking.push(`${page}, ${heading}: ${template}`);
    table.push(`| ${status} | \`${message}\` | ${layer} | ${when ? `${when} ` : ''}|`);
  }
  if (rows.length === 0) return section;
  if (start === -1) return `${section.trimEnd()}\n\n${table.join('\n')}\n\n`;
  return section.slice(0, start) + table.join('\n') + (end === -1 ? '\n' : section.slice(end));
}
