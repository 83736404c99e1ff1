import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { Encoding } from './data-row.ts';
import type { Prepared } from './wire.ts';

/** Names of the service's own statements, of which there is a fixed number. */
const statementNames = new Map<string, string>();

/**
 * A name of at most 63 bytes derived from a statement's text, so the same text is prepared once.
 */
function statementName(text: string): string {
  return `t${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}

function nameOf({ text, isSingleUse, isOneOfMany }: Statement): string {
  if (isSingleUse) return '';
  if (isOneOfMany) return statementName(text);
  let name = statementNames.get(text);
  if (name === undefined) {
    name = statementName(text);
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
  /**
   * Its text is one of any number of texts: only the most recently used ones of them stay prepared
   * on a connection.
   */
  readonly isOneOfMany?: boolean;
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
  const { text, values, isOneOfMany = false, encoding = 'utf8' } = statement;
  return { name: nameOf(statement), text, values, encoding, isOneOfMany };
}
