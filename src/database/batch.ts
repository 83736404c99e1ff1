import pg from 'pg';
import { type DataRow, leaveRowsRaw } from './data-row.ts';
import { asFault, UnknownOutcomeError, UnwritableError } from './faults.ts';
import { allocateLargeMessagesOnce } from './large-messages.ts';
import { closeIfLost } from './pool.ts';
import { createPreparedNames, type PreparedNames } from './prepared-names.ts';
import {
  addMessages,
  type Columns,
  closeMessages,
  columnsOf,
  NO_COLUMNS,
  type Prepared,
  readRow,
  SYNC,
} from './wire.ts';

/** The rows of a statement and its command tag, such as `COMMIT`. */
export interface Answer {
  readonly rows: unknown[];
  readonly command: string;
}

interface Sent {
  readonly statement: Prepared;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const prepared = new WeakMap<pg.PoolClient, PreparedNames>();

/** Names statements on this connection from now on. It must always be the same server session. */
export function keepPrepared(connection: pg.PoolClient): void {
  prepared.set(connection, createPreparedNames());
}

/**
 * Returns a function that sends statements over the connection. Statements of one event loop turn
 * are pipelined: one write, one response. When one fails, those behind it are skipped and fail with
 * the same error. Outside of a transaction they commit together, and all fail if the commit does. A
 * failure of the connection or server closes the connection.
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
      // The caller's stack trace is more useful than that of the socket event.
      Error.captureStackTrace(error as Error);
      throw asFault(error);
    }
  };
}

leaveRowsRaw();
allocateLargeMessagesOnce();

/** The driver accepts any subclass that writes its own messages. */
const DriverQuery = pg.Query as unknown as new (text: string) => object;

/**
 * Statements that share one `Sync`. The driver would send a `Sync` for each, which the server
 * answers with separate writes, and would request a description of the columns on every run.
 */
class Batch extends DriverQuery {
  /** The driver wraps it to enforce the timeout. */
  callback: (error?: Error | null) => void;
  readonly #connection: pg.PoolClient;
  readonly #names: PreparedNames | undefined;
  readonly #sent: readonly Sent[];
  /** Known columns of each statement; null if the server has to describe them. */
  readonly #columns: (Columns | null)[];
  /** Statements that this batch prepares. */
  readonly #fresh: string[] = [];
  /** Of the statements that the server has run; of those outside of a transaction, before it commits. */
  readonly #outcomes: (Answer | Error)[] = [];
  #rows: unknown[] = [];
  #unreadable: Error | null = null;

  constructor(connection: pg.PoolClient, sent: readonly Sent[]) {
    super('');
    this.#connection = connection;
    this.#names = prepared.get(connection);
    this.#sent = sent;
    this.#columns = sent.map(({ statement }) => this.#names?.columnsOf(statement.name) ?? null);
    this.callback = (error) => {
      if (error) this.#fail(error);
    };
  }

  /** Returns an error, with nothing sent, if a value can't be encoded. */
  submit({ stream }: pg.Connection): Error | null {
    try {
      // Flattened by hand: `flatMap` defines each element as a property, which doubles the cost.
      const messages: Buffer[] = [];
      for (const [index, { statement }] of this.#sent.entries()) {
        addMessages(messages, statement, {
          name: this.#names ? statement.name : '',
          isFresh: this.#isFresh(statement),
          isToDescribe: this.#columns[index] === null,
        });
      }
      // Closed first: after a failure the server would skip it.
      messages.unshift(...closeMessages(this.#names?.makeRoom(this.#sent) ?? []));
      messages.push(SYNC);
      // Writes nothing to a closed stream: the driver fails the unanswered queries.
      if (stream.writable) stream.write(Buffer.concat(messages));
      return null;
    } catch (error) {
      this.#forgetFresh();
      return new UnwritableError(error as Error);
    }
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns[this.#outcomes.length] = this.#remember(columnsOf(fields, this.#connection));
  }

  handleDataRow(row: DataRow): void {
    try {
      const fields = row.read(this.#sent[this.#outcomes.length]?.statement.encoding ?? 'utf8');
      this.#rows.push(readRow(this.#columns[this.#outcomes.length] as Columns, fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete({ text: command }: { text: string }): void {
    this.#columns[this.#outcomes.length] ??= this.#remember(NO_COLUMNS);
    this.#outcomes.push(this.#unreadable ?? { rows: this.#rows, command });
    this.#rows = [];
    this.#unreadable = null;
    if (this.#hasRunAll()) this.#connection.once('notice', this.#doubt);
  }

  handleReadyForQuery(): void {
    this.#settle();
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  /** Whether this batch is the first to prepare the statement. Marks it as prepared. */
  #isFresh(statement: Prepared): boolean {
    if (!this.#names || statement.name === '') return true;
    const isFresh = this.#names.use(statement);
    if (isFresh) this.#fresh.push(statement.name);
    return isFresh;
  }

  /** Stores the columns of the statement whose response is being read. */
  #remember(columns: Columns): Columns {
    const name = this.#sent[this.#outcomes.length]?.statement.name;
    if (name) this.#names?.remember(name, columns);
    return columns;
  }

  /** After a failure it is unknown which statements were prepared, so they are prepared again. */
  #forgetFresh(): void {
    this.#names?.forget(this.#fresh);
  }

  #hasRunAll(): boolean {
    return this.#outcomes.length === this.#sent.length;
  }

  /** A commit whose wait for the standby was interrupted is followed by a warning alone. */
  readonly #doubt = () => this.#fail(new UnknownOutcomeError('Committed with a warning'));

  /** If all have run, it was their commit that failed. */
  #fail(error: Error): void {
    this.#forgetFresh();
    if (this.#hasRunAll()) this.#outcomes.length = 0;
    while (this.#outcomes.length < this.#sent.length) this.#outcomes.push(error);
    this.#settle();
  }

  #settle(): void {
    this.#connection.off('notice', this.#doubt);
    for (const [index, outcome] of this.#outcomes.entries()) {
      const { resolve, reject } = this.#sent[index] as Sent;
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    }
  }
}
