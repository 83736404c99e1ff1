import pg from 'pg';
import { demandWrites, type Finder } from './finder.ts';

export interface ServerClientOptions extends pg.ClientConfig {
  readonly finder: Finder;
  readonly mustWrite: boolean;
}

/** Longest time to connect, as a share of the wait for a connection: a second try fits in. */
const CONNECT_SHARE = 0.5;

/**
 * A connection that goes where the finder says, and that is made only once it is known to write.
 * The driver knows one host alone and asks it nothing.
 */
export class ServerClient extends pg.Client {
  readonly #finder: Finder;
  readonly #mustWrite: boolean;
  #age = -1;

  constructor(options: ServerClientOptions) {
    const { connectionTimeoutMillis: ms } = options;
    super({ ...options, ...(ms ? { connectionTimeoutMillis: ms * CONNECT_SHARE } : {}) });
    this.#finder = options.finder;
    this.#mustWrite = options.mustWrite;
    // A connection that is lost tells its statements; without a listener it would end the process.
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

  /** Whether nothing has shown since that its server no longer does. */
  get isCurrent(): boolean {
    return this.#age === this.#finder.age;
  }

  /** Its server no longer does. */
  doubt(): void {
    this.#finder.doubt(this.#age);
  }

  async #open(): Promise<pg.Client> {
    const host = await this.#finder.find();
    this.#age = this.#finder.age;
    try {
      Object.assign(this, host);
      await super.connect();
      // Compiling a statement to machine code takes a second where running it takes milliseconds.
      // Both are lost with the server, and a rejection that nobody awaits would end the process.
      await Promise.all([this.query('set jit = off'), this.#mustWrite ? demandWrites(this) : null]);
      return this;
    } catch (error) {
      this.#finder.miss(host);
      this.end().catch(() => {});
      throw error;
    }
  }
}
