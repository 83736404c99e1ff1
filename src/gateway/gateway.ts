import type { Config } from '../config.ts';
import type { Ports } from '../contract/ports.ts';
import type { Database } from '../database/database.ts';
import type { Reader } from '../database/replica.ts';
import type { Spread } from '../database/spread.ts';
import type { Clock } from '../kit/time.ts';
import type { Authenticator } from './authenticate.ts';
import type { DeclineLimits } from './decline-limits.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { ReadingTurns } from './reading-turns.ts';

/** The pipeline's dependencies, composed once. */
export interface Gateway {
  readonly config: Config;
  readonly database: Database;
  /** Runs GraphQL's reads. */
  readonly reader: Reader;
  /** How the tables are distributed over a cluster; null for a single server. */
  readonly spread: Spread | null;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly declineLimits: DeclineLimits;
  readonly readingTurns: ReadingTurns;
}

/** A response, with the exact text that a replay repeats. */
export interface Outgoing {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
