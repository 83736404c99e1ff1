import type { z } from 'zod';
import type { Actions } from '../../../../src/actions.ts';
import { ApiError, type ErrorEntry } from './errors.ts';

export type Environment = 'test' | 'prod';
export type ActionPath = Actions['path'];
type ActionAt<Path extends ActionPath> = Extract<Actions, { readonly path: Path }>;
/** Body of an action. */
export type Input<Path extends ActionPath> = LeavesAway<z.input<ActionAt<Path>['input']>>;
/** `data` of an action's response. */
export type Output<Path extends ActionPath> = z.output<ActionAt<Path>['output']>;

/** Optional fields may be undefined. */
type LeavesAway<Body> = {
  readonly [Name in keyof Body as undefined extends Body[Name] ? never : Name]: Body[Name];
} & { readonly [Name in keyof Body as undefined extends Body[Name] ? Name : never]?: Body[Name] };

/**
 * Publishing crosses from test to production and takes no environment (docs/contract/endpoints.md).
 */
export const WITHOUT_ENVIRONMENT: readonly ActionPath[] = [
  'onetime-product/preview-publish',
  'onetime-product/publish-product',
  'subscription-product/preview-publish',
  'subscription-product/publish-product',
  'subscription-product-group/preview-publish',
  'subscription-product-group/publish-group',
];

/**
 * Number of retries without an answer. The idempotency key makes them safe, except for calls that
 * are never replayed: see `makeChange`.
 */
const RETRIES = 2;
const RETRY_WAIT_MS = 400;

/** How `makeChange` sends a call. */
export interface Sending {
  readonly key?: string;
  readonly retries?: number;
  /** Called with the message of each warning. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Called if the answer is that of an earlier call with the key. */
  readonly onReplay?: (() => void) | undefined;
}

/** Calls an action with the session's cookie. Throws `ApiError`. */
export function callAction<Path extends ActionPath>(
  path: Path,
  input: Input<Path>,
  environment: Environment | null = null,
  sending: Sending = {},
): Promise<Output<Path>> {
  const withEnvironment = environment !== null && !WITHOUT_ENVIRONMENT.includes(path);
  const headers = {
    'x-idempotency-key': sending.key ?? crypto.randomUUID(),
    ...(withEnvironment ? { 'x-environment': environment } : {}),
  };
  return post(`/v1/actions/${path}`, input, headers, sending);
}

/** Reads with GraphQL. Throws `ApiError`, also for errors returned alongside data. */
export function query<Data>(
  text: string,
  variables: Readonly<Record<string, unknown>>,
  environment: Environment,
): Promise<Data> {
  return post('/v1/graphql', { query: text, variables }, { 'x-environment': environment });
}

interface Envelope {
  readonly data?: unknown;
  readonly errors?: readonly ErrorEntry[];
  readonly warnings?: readonly ErrorEntry[];
}

async function post<Data>(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  { retries = RETRIES, warn, onReplay }: Sending = {},
): Promise<Data> {
  // Sending takes a few milliseconds. In a task of its own, it doesn't block the caller's rendering.
  await pause(0);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const [answer, envelope] = await send(path, init, retries);
  const errors = envelope?.errors ?? [];
  if (!answer.ok || !envelope || errors.length > 0) {
    throw new ApiError(answer.status, errors, answer.headers.get('x-request-id'));
  }
  if (answer.headers.has('idempotent-replayed')) onReplay?.();
  if (warn) for (const { message } of envelope.warnings ?? []) warn(message);
  return envelope.data as Data;
}

/**
 * Sends a request and retries it if there is no response, or only the beginning of one, or an error
 * of a proxy.
 */
async function send(
  path: string,
  init: RequestInit,
  retries: number,
): Promise<readonly [Response, Envelope | null]> {
  for (let retry = 0; ; retry += 1) {
    const answer = await fetch(path, init).catch(() => null);
    const envelope: Envelope | null = (await answer?.json().catch(() => null)) ?? null;
    if (answer && (envelope || (answer.status >= 400 && answer.status < 500))) {
      return [answer, envelope];
    }
    if (retry === retries) throw new ApiError(0, [UNREACHABLE], null);
    await pause(RETRY_WAIT_MS * 2 ** retry);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const UNREACHABLE: ErrorEntry = {
  message: 'We couldn’t reach the service. Check your connection and try again.',
  layer: 'gateway',
};
