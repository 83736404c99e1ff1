import type { z } from 'zod';
import type { Tx } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import type { CallerKind, CallerOf, Environment } from './caller.ts';
import type { ErrorTable, Layer } from './errors.ts';
import type { Ports } from './ports.ts';

/** An entry of an answer's `warnings` (docs/contract/resources.md). */
export interface Warning {
  readonly message: string;
  readonly layer: Layer;
  readonly aiHint: string;
}

/** What an entry of the audit log says besides who, when and which action. */
export interface AuditNote {
  readonly storeId?: Id<'STO'> | null;
  /** Such as `product`. */
  readonly subjectType?: string;
  /** As answers show it: a Short ID, or a UUID where the resource has none. */
  readonly subjectId?: string | null;
  /** Of an act on one environment by an action that is the same in both, such as a new API key. */
  readonly environment?: Environment;
  /** What was done, where the answer does not tell; never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** What a handler gives: the envelope's parts, and a dashboard session to set or clear. */
export interface Answer<Data> {
  readonly data: Data;
  readonly warnings?: readonly Warning[];
  /** Over what the audit log takes from the answer itself: `{noun: {id, storeId}}`. */
  readonly audit?: AuditNote;
  /** A new session's secret, or null to clear the cookie. */
  readonly session?: string | null;
}

/** What every step of an action is given. */
export interface Context<Kind extends CallerKind, Input> {
  readonly input: Input;
  readonly caller: CallerOf<Kind>;
  readonly now: Date;
  readonly ports: Ports;
}

/** A step outside the answer's transaction: may call out, opens its own short transactions. */
export interface PrepareContext<Kind extends CallerKind, Input> extends Context<Kind, Input> {
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The time by now, for a step that takes long; `now` is the request's. */
  currentTime(): Date;
}

/** The step whose effects, events and idempotent answer commit together. */
export interface HandleContext<Kind extends CallerKind, Input, Prepared>
  extends Context<Kind, Input> {
  readonly tx: Tx;
  readonly prepared: Prepared;
}

/**
 * How an action meets the environment: `credential` takes the credential's (the dashboard must name
 * one), `forbidden` refuses an `X-Environment` header (publish), `none` is the same in both.
 */
export type EnvironmentRule = 'credential' | 'forbidden' | 'none';

export interface ActionSpec<
  Kind extends CallerKind,
  Names extends string,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Prepared,
> {
  /** `store/create-store`: the URL behind `/v1/actions/` and the file's place. */
  readonly path: string;
  readonly summary: string;
  readonly auth: readonly Kind[];
  readonly environment: EnvironmentRule;
  readonly errors: ErrorTable<Names>;
  readonly input: Input;
  readonly output: Output;
  /** Fields that a merchant alone may set: in any other caller's body they are dropped unread. */
  readonly merchantFields?: readonly string[];
  /** False: the answer is never stored for idempotent replay (docs/contract/idempotency.md). */
  readonly replayable?: false;
  /** The answer holds a secret: what is stored of it for replay is sealed. */
  readonly answersSecret?: true;
  /** False: a read, or a buyer's everyday step: a merchant's call leaves no entry in the audit log. */
  readonly audited?: false;
  /**
   * Attempts a minute for each value this gives, such as a log-in's account, by merchant or network:
   * nobody can use up the attempts of another.
   */
  readonly attemptsPerMinute?: {
    readonly limit: number;
    readonly by: (input: z.output<Input>) => string;
  };
  /** It hashes a password: how often strangers of one network may call it is limited. */
  readonly hashesPassword?: true;
  /**
   * A dashboard session must have proven lately who it is (docs/contract/accounts.md#recent); in some
   * cases, if the action itself asks.
   */
  readonly stepUp?: 'always' | 'in some cases';
  /** Milliseconds that an answer takes at least, so that its time does not tell what was found. */
  readonly answersAfterMs?: number;
  /** Validates, records an intent, calls out; its result reaches `handle` as `prepared`. */
  readonly prepare?: (context: PrepareContext<Kind, z.output<Input>>) => Promise<Prepared>;
  readonly handle: (
    context: HandleContext<Kind, z.output<Input>, Prepared>,
  ) => Promise<Answer<z.input<Output>>>;
}

/** An action as the lists hold it, its own types forgotten. */
export interface Action {
  readonly path: string;
  readonly summary: string;
  readonly auth: readonly CallerKind[];
  readonly environment: EnvironmentRule;
  readonly errors: ErrorTable;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly merchantFields?: readonly string[];
  readonly replayable?: false;
  readonly answersSecret?: true;
  readonly audited?: false;
  readonly attemptsPerMinute?: {
    readonly limit: number;
    readonly by: (input: never) => string;
  };
  readonly hashesPassword?: true;
  readonly stepUp?: 'always' | 'in some cases';
  readonly answersAfterMs?: number;
  readonly prepare?: (context: never) => Promise<unknown>;
  readonly handle: (context: never) => Promise<Answer<unknown>>;
}

/** Freezes an action; its types tie input, caller, prepared value and output together. */
export function action<
  const Path extends string,
  const Kind extends CallerKind,
  Names extends string,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Prepared = undefined,
>(
  spec: ActionSpec<Kind, Names, Input, Output, Prepared> & { readonly path: Path },
): Readonly<ActionSpec<Kind, Names, Input, Output, Prepared>> & { readonly path: Path } {
  return Object.freeze(spec);
}
