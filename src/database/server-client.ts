import type { Duplex } from 'node:stream';
import pg from 'pg';
import { demandWrites, type Finder } from './finder.ts';
import { createReadingSocket } from './reading-socket.ts';
import { SET_SESSION } from './session-settings.ts';

export interface ServerClientOptions extends pg.ClientConfig {
  readonly finder: Finder;
  readonly mustWrite: boolean;
}

/** Connect timeout as a share of the wait for a connection, so that a retry fits in. */
const CONNECT_SHARE = 0.5;
/** Maximum connect timeout, because commands wait for a statement for minutes or hours. */
const MAX_CONNECT_MS = 5_000;
/** Milliseconds to wait for a server to close a connection: a frozen one never does. */
const GOODBYE_MS = 2_000;

/**
 * A connection to the finder's server that counts as open once it is known to accept writes. The
 * driver supports only one host and doesn't check it.
 */
export class ServerClient extends pg.Client {
  readonly #finder: Finder;
  readonly #mustWrite: boolean;
  #age = -1;

  constructor(options: ServerClientOptions) {
    const { connectionTimeoutMillis: ms } = options;
    // The driver's types leave out the settings that it passes.
    const stream = createReadingSocket as () => Duplex;
    const connectMs = ms && Math.min(ms * CONNECT_SHARE, MAX_CONNECT_MS);
    super({ ...options, stream, ...(connectMs && { connectionTimeoutMillis: connectMs }) });
    this.#finder = options.finder;
    this.#mustWrite = options.mustWrite;
    // A lost connection fails its statements. Without a listener, it would crash the process.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const opened = this.#open();
    if (!callback) return opened;
    opened.then(() => callback(null as unknown as Error), callback);
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const cut = setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS).unref();
    this.once('end', () => clearTimeout(cut));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** Whether its server hasn't been doubted since it connected. */
  get isCurrent(): boolean {
    return this.#age === this.#finder.age;
  }

  /** Reports that its server is no longer usable. */
  doubt(): void {
    this.#finder.doubt(this.#age);
  }

  async #open(): Promise<pg.Client> {
    const host = await this.#finder.find();
    this.#age = this.#finder.age;
    try {
      Object.assign(this, host);
      await super.connect();
      // Both queries fail with the server, and an unhandled rejection would end the process.
      await Promise.all([this.query(SET_SESSION), this.#mustWrite ? demandWrites(this) : null]);
      return this;
    } catch (error) {
      this.#finder.miss(host);
      this.end().catch(() => {});
      throw error;
    }
  }
}
