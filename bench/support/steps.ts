import type { ProfileNode } from './profile.ts';

type Frame = ProfileNode['callFrame'];

/** The steps of a request in the API process, roughly in order. */
export const STEPS = [
  'socket in, HTTP, event loop',
  'body and headers in',
  'signature',
  'key look-up',
  'pipeline: limits, routing, order',
  'schema',
  'the action itself',
  'statement and commit: PostgreSQL client',
  'audit',
  'answer out, with its socket',
  'log',
  'garbage collection',
  'other threads',
] as const;

export type Step = (typeof STEPS)[number];

type Rule = readonly [step: Step, url: RegExp, name?: RegExp];

/** A frame that matches one of these is attributed to its step, with everything it calls. */
const WHOLE: readonly Rule[] = [
  ['garbage collection', /^$/, /garbage collector/],
  ['key look-up', /credentials\/key-lookup/],
  ['audit', /domain\/audit\//],
  ['log', /node_modules\/(pino|sonic-boom)|gateway\/request-log/],
];

/** The innermost frame that matches one of these determines the step. */
const INNERMOST: readonly Rule[] = [
  ['signature', /credentials\/(api-key|explain-signature)/],
  ['schema', /node_modules\/zod|contract\/input/],
  ['statement and commit: PostgreSQL client', /node_modules\/(pg|pg-\w+|sql-template-tag)\//],
  ['statement and commit: PostgreSQL client', /\/dist\/database\//],
  ['body and headers in', /gateway\/(read-json|incoming)|fastify\/lib\/content-type-parser/],
  [
    'the action itself',
    /\/dist\/(domain|graphql|events|safety|kit)\/|node_modules\/(graphql|uuid)/,
  ],
  ['answer out, with its socket', /fastify\/lib\/(reply|wrap-thenable)/],
  ['answer out, with its socket', /gateway\/run-action/, /^(envelope|success)$/],
  ['pipeline: limits, routing, order', /\/dist\/|node_modules\//],
];

/**
 * The step of a place with its callers, innermost first. If none of the frames is ours or a
 * library's, the runtime itself was at work: reading sockets, HTTP, promises.
 */
export function stepOf(frames: readonly Frame[]): Step {
  const meets = ([, url, name]: Rule, frame: Frame) =>
    url.test(frame.url) && (name?.test(frame.functionName) ?? true);
  const whole = WHOLE.find((rule) => frames.some((frame) => meets(rule, frame)));
  if (whole) return whole[0];
  for (const frame of frames) {
    const rule = INNERMOST.find((each) => meets(each, frame));
    if (rule) return rule[0];
  }
  return 'socket in, HTTP, event loop';
}
