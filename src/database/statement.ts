import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { Encoding } from './data-row.ts';
import type { Prepared } from './wire.ts';

const statementNames = new Map<string, string>();

/** A name of at most 63 bytes for a statement's text: the same text is prepared once. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `t${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    statementNames.set(text, name);
  }
  return name;
}

/** A statement with its values; `Sql` is one. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** It is not worth preparing: nobody will run it again. */
  readonly isSingleUse?: boolean;
  /** Milliseconds after which the server cancels it, where it is to be sooner than others. */
  readonly timeoutMs?: number;
  /** How the texts of its rows are read. */
  readonly encoding?: Encoding;
}

/** Publishes the text of every statement before it is sent; the suite listens. */
export const STATEMENT_CHANNEL = 'tillgate:statement';
const statements = channel(STATEMENT_CHANNEL);

export function tell({ text }: Statement): void {
  if (statements.hasSubscribers) statements.publish(text);
}

/** The statement as it goes over the wire. */
export function toPrepared(statement: Statement): Prepared {
  const { text, values, isSingleUse, encoding = 'utf8' } = statement;
  return { name: isSingleUse ? '' : statementName(text), text, values, encoding };
}
