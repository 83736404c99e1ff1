import type { Answer } from './client.ts';
import type { World } from './world.ts';

/** One statement of the specification, and how to test it. */
export interface Row {
  /** The specification's part, as in `4.2`. */
  readonly part: string;
  /** The statement. */
  readonly says: string;
  /** Runs the test; returns the difference, or null. Absent if no outside request can reach it. */
  readonly attempt?: (world: World) => Promise<string | null>;
  /** Why no request can reach it. */
  readonly unreachable?: string;
}

type Send = (world: World) => Promise<Answer>;

/** A call refused with a status, a message and, if given, a layer. */
export function refused(
  part: string,
  status: number,
  message: string,
  send: Send,
  layer?: string,
): Row {
  return {
    part,
    says: `${status} ${message}`,
    attempt: async (world) => differsFrom(await send(world), status, message, layer),
  };
}

/** A row that only the service's internals can produce. */
export function unreachable(part: string, status: number, message: string, why: string): Row {
  return { part, says: `${status} ${message}`, unreachable: why };
}

/** A statement checked against the answer; `differs` returns null if it holds. */
export function holds(
  part: string,
  says: string,
  attempt: (world: World) => Promise<string | null>,
): Row {
  return { part, says, attempt };
}

/** How an error answer differs from the envelope with this error at its root. */
function differsFrom(
  { status, body }: Answer,
  expected: number,
  message: string,
  layer?: string,
): string | null {
  const got = `${status} ${JSON.stringify(body)}`.slice(0, 300);
  if (status !== expected) return `status ${expected} expected, got ${got}`;
  if (body?.data !== null || !Array.isArray(body.errors)) return `no error envelope: ${got}`;
  const [root] = body.errors;
  if (root.message !== message) return `message differs: got ${JSON.stringify(root.message)}`;
  if (typeof root.layer !== 'string') return `no layer: ${got}`;
  if (layer !== undefined && root.layer !== layer)
    return `layer ${layer} expected, got ${root.layer}`;
  return null;
}

/** Null if the answer is 200 and its data passes the check. */
export function dataHolds(
  answer: Answer,
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are judged
  check: (data: any, body: any) => boolean,
): string | null {
  const got = `${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 400);
  if (answer.status !== 200) return `status 200 expected, got ${got}`;
  return check(answer.body.data, answer.body) ? null : `not as said: ${got}`;
}
