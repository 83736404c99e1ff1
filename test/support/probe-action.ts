import { z } from 'zod';
import { action } from '../../src/contract/action.ts';
import { errorTable } from '../../src/contract/errors.ts';
import { sql, type Tx } from '../../src/database/database.ts';

const errors = errorTable('resource', {
  refused: [400, 'Refused'],
  unknown: [401, 'Unknown'],
  forbidden: [403, 'Forbidden'],
  notFound: [404, 'Not there'],
  blocked: [409, 'Blocked'],
  limited: [429, 'Limited'],
});

/** What a probe does when it is called; a test changes it between calls. */
export interface ProbePlan {
  /** Error row to throw after the effect, `crash` for an internal error, or null to succeed. */
  fail: keyof typeof errors | 'crash' | null;
  /** Awaited outside the transaction, and inside it. */
  prepare: () => Promise<unknown>;
  handle: () => Promise<unknown>;
}

/**
 * An action that leaves one row in `probe` for each effect, and fails, waits or crashes as the test
 * configures. The pipeline's guarantees hold for any action, so they are tested on the simplest.
 */
export function probeAction(plan: ProbePlan) {
  return action({
    ...probe('probe/leave-mark', plan),
    prepare: async () => {
      await plan.prepare();
    },
  });
}

/** The same without a step before its transaction. */
export function probeAtOnce(plan: ProbePlan) {
  return action(probe('probe/leave-mark-at-once', plan));
}

const INPUT = z.object({ mark: z.string().default('') });
const OUTPUT = z.object({ mark: z.string(), number: z.number() });

function probe(path: string, plan: ProbePlan) {
  return {
    path,
    summary: 'Leave a mark',
    auth: ['apiKey', 'dashboard', 'slug', 'token'],
    environment: 'credential',
    errors,
    audited: false,
    input: INPUT,
    output: OUTPUT,
    handle: async ({ input, tx }: { input: z.output<typeof INPUT>; tx: Tx }) => {
      const [row] = await tx.query<{ number: number }>(sql`
        insert into probe (mark) values (${input.mark}) returning number`);
      await plan.handle();
      if (plan.fail === 'crash') throw new Error('The probe crashed with a secret: hunter2');
      if (plan.fail !== null) throw errors[plan.fail]();
      return { data: { mark: input.mark, number: row?.number ?? 0 } };
    },
  } as const;
}

/** A plan that succeeds immediately. */
export function newPlan(): ProbePlan {
  return { fail: null, prepare: async () => {}, handle: async () => {} };
}

/** Creates the table that probes write to. */
export const PROBE_TABLE = sql`
  create table if not exists probe (
    number integer generated always as identity primary key,
    mark text not null
  )`;
