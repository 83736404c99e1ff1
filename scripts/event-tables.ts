import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEvent } from '../src/events/event-types.ts';
import { eventTypes } from '../src/events/event-types.ts';
import { aliasOf, SWITCHES, type SwitchName, switchNames } from '../src/events/switches.ts';

/**
 * What documents and dashboard state about events and switches, from their values in `src/events`.
 */

const root = join(import.meta.dirname, '..');
const events: readonly AnyEvent[] = eventTypes;

const ID_TEXT: Readonly<Record<AnyEvent['eventId'], string>> = {
  payment: 'payment ID',
  refund: 'refund ID',
  order: 'order ID',
  'order and time': 'order ID and time',
  'order and month': 'order ID, `-`, `YYYY-MM`',
};

/** The rows of each table, by its header. */
const TABLES: ReadonlyMap<string, () => readonly string[]> = new Map([
  ['| Event | When | `eventId` | `id` |', typeRows],
  ["| Event | Merchant's switch | Buyer's switch |", mailRows],
  ['| Merchants set | About |', () => switchRows('merchant')],
  ['| Only the platform sets | Mail to the buyer |', () => switchRows('platform')],
]);
const DASHBOARD_FILE = 'web/dashboard/src/api/event-lists.ts';
const PAGES = [
  'docs/contract/events.md',
  'docs/contract/notifications.md',
  'docs/contract/resources.md',
  'docs/guides/notifications.md',
];

/** Every derived file with its expected text. */
export function eventFiles(): ReadonlyMap<string, string> {
  const pages = PAGES.map((page): [string, string] => [page, withTables(page)]);
  return new Map([...pages, [DASHBOARD_FILE, dashboardLists()]]);
}

export function writeEventFiles(): void {
  for (const [path, text] of eventFiles()) writeFileSync(join(root, path), text);
}

/** The page with updated table rows. */
function withTables(page: string): string {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  let isDerived = false;
  return lines
    .flatMap((line, at) => {
      const rows = TABLES.get(line);
      isDerived = rows !== undefined || (isDerived && line.startsWith('|'));
      if (rows) return [line, lines[at + 1] ?? '', ...rows()];
      // Mails without a triggering event have separate rows, written by hand.
      return isDerived && /^\|(?:-| `)/.test(line) ? [] : [line];
    })
    .join('\n');
}

function typeRows(): string[] {
  return events.map(({ type, meaning, eventId, id }) => {
    const same = id === 'eventId' ? 'same' : 'occurrence';
    return row(`\`${type}\``, meaning, ID_TEXT[eventId], same);
  });
}

const code = (name: SwitchName | undefined) => (name ? `\`${name}\`` : '');

function mailRows(): string[] {
  return events
    .filter(({ merchantMail, buyerMail }) => merchantMail ?? buyerMail)
    .map(({ type, merchantMail, buyerMail }) => {
      const buyer = [
        code(buyerMail?.switch),
        buyerMail?.unless && `of a free trial ${code(buyerMail.unless.switch)}`,
        buyerMail?.onceFor && 'once for each change',
      ];
      return row(`\`${type}\``, code(merchantMail?.switch), buyer.filter(Boolean).join('; '));
    });
}

function switchRows(who: 'merchant' | 'platform'): string[] {
  return switchNames
    .filter((name) => SWITCHES[name].setBy === who && !aliasOf(name))
    .map((name) => {
      const others = switchNames.filter((other) => aliasOf(other) === name);
      const names = [name, ...others].map((one) => `\`${one}\``).join(', ');
      const note = others.length > 0 ? '; one switch with two names' : '';
      return row(names, SWITCHES[name].when + note);
    });
}

const row = (...cells: readonly string[]) =>
  `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;

function dashboardLists(): string {
  const groups = [...new Set(events.map(({ group }) => group))].map((label) => {
    const own = events.filter(({ group }) => group === label);
    const entries = own.map(({ type, meaning }) => entryOf(type, meaning));
    return `  {\n    label: '${label}',\n    meanings: {\n${entries.join('\n')}\n    },\n  },`;
  });
  const labels = (who: 'merchant' | 'platform') =>
    switchNames
      .filter((name) => SWITCHES[name].setBy === who && !aliasOf(name))
      .map((name) => `  ${name}: '${SWITCHES[name].label}',`)
      .join('\n');
  return `// Generated from src/events (\`npm run docs:generate\`); change it there.

/** What each event means, in the groups and the order of the form. */
export const EVENT_GROUPS = [
${groups.join('\n')}
] as const;

/** The subjects of the merchant's own notifications. */
export const MERCHANT_SWITCHES: Readonly<Record<string, string>> = {
${labels('merchant')}
};

/** Mails to buyers; the platform sends them, so they are shown and can't be switched off. */
export const BUYER_SWITCHES: Readonly<Record<string, string>> = {
${labels('platform')}
};
`;
}

/** As the formatter does it: a line that is too long is broken after the name. */
function entryOf(type: string, meaning: string): string {
  const line = `      '${type}': '${meaning}',`;
  return line.length > 100 ? line.replace(': ', ':\n        ') : line;
}
