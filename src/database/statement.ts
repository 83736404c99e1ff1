import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { Encoding } from './data-row.ts';
import type { Prepared } from './wire.ts';

const statementNames = new Map<string, string>();

/**
 * A name of at most 63 bytes derived from a statement's text, so the same text is prepared once.
 */
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
  /** Not worth preparing because it won't run again. */
  readonly isSingleUse?: boolean;
  /** Statement timeout in milliseconds, if shorter than the default. */
  readonly timeoutMs?: number;
  /** How text in its rows is decoded. */
  readonly encoding?: Encoding;
}

/** Publishes the text of every statement before it is sent; the test suite listens. */
export const STATEMENT_CHANNEL = 'tillgate:statement';
const statements = channel(STATEMENT_CHANNEL);

export function tell({ text }: Statement): void {
  if (statements.hasSubscribers) statements.publish(text);
}

/** The statement in wire format. */
export function toPrepared(statement: Statement): Prepared {
  const { text, values, isSingleUse, encoding = 'utf8' } = statement;
  return { name: isSingleUse ? '' : statementName(text), text, values, encoding };
}
