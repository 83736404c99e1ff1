import pg from 'pg';
import { type DataRow, leaveRowsRaw } from './data-row.ts';
import { asFault } from './faults.ts';
import { closeIfLost } from './pool.ts';
import {
  addMessages,
  type Columns,
  columnsOf,
  NO_COLUMNS,
  type Prepared,
  readRow,
  SYNC,
} from './wire.ts';

/** The rows of a statement, and what the server says it has done, such as `COMMIT`. */
export interface Answer {
  readonly rows: unknown[];
  readonly command: string;
}

interface Sent {
  readonly statement: Prepared;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** What a connection has prepared; null: its columns were not told yet. */
type Names = Map<string, Columns | null>;

const prepared = new WeakMap<pg.PoolClient, Names>();

/** From now on statements have names on this connection, which is always the same session. */
export function keepPrepared(connection: pg.PoolClient): void {
  prepared.set(connection, new Map());
}

/**
 * Gives the way to send statements over the connection. Those of one turn go together: one write, one
 * answer, and nobody waits in between. When one fails, those behind it are not run and fail with it.
 * A failure that is the connection's or the server's closes the connection.
 */
export function createSender(connection: pg.PoolClient): (statement: Prepared) => Promise<Answer> {
  let waiting: Sent[] = [];
  const sendWaiting = () => {
    const batch = new Batch(connection, waiting);
    waiting = [];
    connection.query(batch as unknown as pg.Submittable);
  };
  return async (statement) => {
    try {
      return await new Promise<Answer>((resolve, reject) => {
        if (waiting.length === 0) process.nextTick(sendWaiting);
        waiting.push({ statement, resolve, reject });
      });
    } catch (error) {
      closeIfLost(connection, error);
      // The trace of what asked says more than that of the socket which brought the answer.
      Error.captureStackTrace(error as Error);
      throw asFault(error);
    }
  };
}

/** A value that nothing can be made of on the wire: nothing was sent, and the connection is whole. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

leaveRowsRaw();

/** The driver's own class, of which it takes any query that writes its messages itself. */
const DriverQuery = pg.Query as unknown as new (text: string) => object;

/**
 * Statements that end with one `Sync`. The driver would end each with its own, which the server
 * answers with a write each, and would have the columns described on every run.
 */
class Batch extends DriverQuery {
  /** The driver wraps it to keep the deadline. */
  callback: (error?: Error | null) => void;
  readonly #connection: pg.PoolClient;
  readonly #names: Names | undefined;
  readonly #sent: readonly Sent[];
  /** Of each statement, where the server need not describe them. */
  readonly #columns: (Columns | null)[];
  /** Statements that this batch prepares. */
  readonly #fresh: string[] = [];
  #answered = 0;
  #rows: unknown[] = [];
  #unreadable: Error | null = null;

  constructor(connection: pg.PoolClient, sent: readonly Sent[]) {
    super('');
    this.#connection = connection;
    this.#names = prepared.get(connection);
    this.#sent = sent;
    this.#columns = sent.map(({ statement }) => this.#names?.get(statement.name) ?? null);
    this.callback = (error) => {
      if (error) this.#fail(error);
    };
  }

  /** Gives an error, and has sent nothing, when a value cannot be written. */
  submit({ stream }: pg.Connection): Error | null {
    try {
      // Flattened by hand: `flatMap` defines every element as a property, which costs as much again.
      const messages: Buffer[] = [];
      for (const [index, { statement }] of this.#sent.entries()) {
        addMessages(messages, statement, {
          name: this.#names ? statement.name : '',
          isFresh: this.#isFresh(statement),
          isToDescribe: this.#columns[index] === null,
        });
      }
      messages.push(SYNC);
      // On a closed one nothing is written: the driver fails what was not answered.
      if (stream.writable) stream.write(Buffer.concat(messages));
      return null;
    } catch (error) {
      this.#forgetFresh();
      return new UnwritableError(error as Error);
    }
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns[this.#answered] = this.#remember(columnsOf(fields, this.#connection));
  }

  handleDataRow(row: DataRow): void {
    try {
      const fields = row.read(this.#sent[this.#answered]?.statement.encoding ?? 'utf8');
      this.#rows.push(readRow(this.#columns[this.#answered] as Columns, fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete({ text: command }: { text: string }): void {
    const { resolve, reject } = this.#sent[this.#answered] as Sent;
    this.#columns[this.#answered] ??= this.#remember(NO_COLUMNS);
    if (this.#unreadable) reject(this.#unreadable);
    else resolve({ rows: this.#rows, command });
    this.#answered += 1;
    this.#rows = [];
    this.#unreadable = null;
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  /** Whether this batch is the first to prepare it, which it then is no more. */
  #isFresh({ name }: Prepared): boolean {
    if (!this.#names || name === '') return true;
    if (this.#names.has(name)) return false;
    this.#names.set(name, null);
    this.#fresh.push(name);
    return true;
  }

  /** The columns of the statement that is being answered. */
  #remember(columns: Columns): Columns {
    const name = this.#sent[this.#answered]?.statement.name;
    if (name) this.#names?.set(name, columns);
    return columns;
  }

  /** Nobody knows which statements were prepared before a failure: they are prepared again. */
  #forgetFresh(): void {
    for (const name of this.#fresh) this.#names?.delete(name);
  }

  #fail(error: Error): void {
    this.#forgetFresh();
    for (const { reject } of this.#sent.slice(this.#answered)) reject(error);
    this.#answered = this.#sent.length;
  }
}
