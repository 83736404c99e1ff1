import type { z } from 'zod';
import type { Tx } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import type { CallerKind, CallerOf, Environment } from './caller.ts';
import type { ErrorTable, Layer } from './errors.ts';
import type { Ports } from './ports.ts';

/** An entry of a response's `warnings` (docs/contract/resources.md). */
export interface Warning {
  readonly message: string;
  readonly layer: Layer;
  readonly aiHint: string;
}

/** An audit log entry's contents besides caller, time and action. */
export interface AuditNote {
  readonly storeId?: Id<'STO'> | null;
  /** Such as `product`. */
  readonly subjectType?: string;
  /** As shown in responses: a Short ID, or a UUID if the resource has none. */
  readonly subjectId?: string | null;
  /** The environment affected by an action that is the same in both, such as a new API key. */
  readonly environment?: Environment;
  /** What was done, if the response doesn't say; never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A handler's result: the envelope's parts, and a dashboard session to set or clear. */
export interface Answer<Data> {
  readonly data: Data;
  readonly warnings?: readonly Warning[];
  /** Overrides what the audit log takes from the response itself: `{noun: {id, storeId}}`. */
  readonly audit?: AuditNote;
  /** A new session's secret, or null to clear the cookie. */
  readonly session?: string | null;
}

/** The context of every step of an action. */
export interface Context<Kind extends CallerKind, Input> {
  readonly input: Input;
  readonly caller: CallerOf<Kind>;
  readonly now: Date;
  readonly ports: Ports;
}

/**
 * A step outside the response's transaction: may make external calls and open its own short
 * transactions.
 */
export interface PrepareContext<Kind extends CallerKind, Input> extends Context<Kind, Input> {
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The current time, for a long step; `now` is the request's time. */
  currentTime(): Date;
  /** The caller's network, for work that networks take turns at. */
  readonly network: string;
}

/** The step whose effects, events and idempotent answer commit together. */
export interface HandleContext<Kind extends CallerKind, Input, Prepared>
  extends Context<Kind, Input> {
  readonly tx: Tx;
  readonly prepared: Prepared;
}

/**
 * How an action gets its environment: `credential` uses the credential's (the dashboard must name
 * one), `forbidden` refuses an `X-Environment` header (publish), `none` is the same in both.
 */
export type EnvironmentRule = 'credential' | 'forbidden' | 'none';

/**
 * Limits attempts for each value of `by`, such as a login's account, by merchant or network, so
 * that one caller can't use up another's attempts.
 */
export interface Attempts<Input> {
  readonly limit: number;
  /** By default a minute; 60 for an hour. */
  readonly minutes?: 60;
  readonly by: (input: Input) => string;
  /** Limits with the same name share the attempts; by default each action has its own. */
  readonly name?: string;
}

export interface ActionSpec<
  Kind extends CallerKind,
  Names extends string,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Prepared,
> {
  /** `store/create-store`: the URL after `/v1/actions/` and the file's path. */
  readonly path: string;
  readonly summary: string;
  readonly auth: readonly Kind[];
  readonly environment: EnvironmentRule;
  readonly errors: ErrorTable<Names>;
  readonly input: Input;
  readonly output: Output;
  /** It isn't built yet: body and idempotency key aren't read, so that neither can be wrong. */
  readonly ignoresBody?: true;
  /** False if nothing of the input is written anywhere, so any text is fit for it. */
  readonly storesInput?: false;
  /** Fields that only merchants may set: they are dropped from other callers' bodies. */
  readonly merchantFields?: readonly string[];
  /** False if the response is never stored for idempotent replay (docs/contract/idempotency.md). */
  readonly replayable?: false;
  /** The response contains a secret, so it is sealed when stored for replay. */
  readonly answersSecret?: true;
  /**
   * False for a read or a buyer's routine step: merchants' calls aren't recorded in the audit log.
   */
  readonly audited?: false;
  readonly attempts?: readonly Attempts<z.output<Input>>[];
  /** It hashes a password, so calls from one network are limited. */
  readonly hashesPassword?: true;
  /**
   * It may read much: it takes turns with the caller's large GraphQL queries, a few at a time
   * (docs/contract/graphql.md#limits).
   */
  readonly isLargeRead?: true;
  /**
   * A dashboard session must have been recently authenticated (docs/contract/accounts.md#recent);
   * `in some cases` if the action itself decides.
   */
  readonly stepUp?: 'always' | 'in some cases';
  /** Minimum milliseconds of a response, so that timing doesn't reveal what was found. */
  readonly answersAfterMs?: number;
  /** Validates, records an intent, makes external calls; `handle` gets its result as `prepared`. */
  readonly prepare?: (context: PrepareContext<Kind, z.output<Input>>) => Promise<Prepared>;
  readonly handle: (
    context: HandleContext<Kind, z.output<Input>, Prepared>,
  ) => Promise<Answer<z.input<Output>>>;
}

/** An action in the lists, without its own types. */
export interface Action {
  readonly path: string;
  readonly summary: string;
  readonly auth: readonly CallerKind[];
  readonly environment: EnvironmentRule;
  readonly errors: ErrorTable;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly ignoresBody?: true;
  readonly storesInput?: false;
  readonly merchantFields?: readonly string[];
  readonly replayable?: false;
  readonly answersSecret?: true;
  readonly audited?: false;
  readonly attempts?: readonly Attempts<never>[];
  readonly hashesPassword?: true;
  readonly isLargeRead?: true;
  readonly stepUp?: 'always' | 'in some cases';
  readonly answersAfterMs?: number;
  readonly prepare?: (context: never) => Promise<unknown>;
  readonly handle: (context: never) => Promise<Answer<unknown>>;
}

/** Freezes an action; its types connect input, caller, prepared value and output. */
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
