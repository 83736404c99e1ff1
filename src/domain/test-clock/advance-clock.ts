import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId, requiredTime } from '../../contract/input.ts';
import { UnavailableError, UnknownOutcomeError } from '../../database/faults.ts';
import { BusyError } from '../../kit/bounded-queue.ts';
import { encodeId } from '../../kit/id.ts';
import { DAY_MS } from '../../kit/period.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { CLOCK_LEASE_MS, MAX_STEPS, stepThrough } from './step-through.ts';
import { findClock, leaseClock, moveClock, releaseClock } from './test-clock.queries.ts';

/** Failures that have an answer of their own. */
const NOT_OF_PROVIDER = [BusyError, UnavailableError, UnknownOutcomeError];

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingTo: [400, 'Missing required field: to'],
  invalidTo: [400, 'Invalid to, must be an ISO 8601 time with an offset'],
  backwards: [400, (at) => `The clock only moves forward, the store's time is ${at}`],
  tooFar: [400, 'Invalid to, must be at most 25 years from now'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  moving: [409, 'The clock is already being advanced'],
  busy: [409, 'Subscriptions of the store are being charged, try again'],
  stopped: [409, `The clock stopped after ${MAX_STEPS} charges, advance it again to go on`],
  providerFailed: [502, 'Payment provider did not answer'],
});

/** How far ahead of real time a clock can be: what a store's analyses and pages show grows with it. */
const MAX_AHEAD_MS = 25 * 366 * DAY_MS;

/**
 * Moves a store's test clock forward and runs everything that becomes due on the way, in order,
 * each at its own time; responds when all of it is done.
 */
export const advanceClock = action({
  path: 'test-clock/advance-clock',
  summary: "Move a store's test clock forward",
  auth: ['apiKey', 'dashboard'],
  environment: 'credential',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    to: requiredTime(errors.missingTo, errors.invalidTo),
  }),
  output: z.object({ clock: z.object({ storeId: z.string(), now: z.string() }) }),
  prepare: async ({ input, caller, ports, transact, now, currentTime }) => {
    const { storeId, to } = input;
    await transact(async (tx) => {
      const [clock] = await findClock(tx, storeId, caller.merchantId, now);
      if (!clock) throw errors.storeNotFound();
      if (clock.role === 'member' || caller.environment !== 'test') throw errors.forbidden();
      if (to < clock.at) throw errors.backwards(toIso(clock.at));
      if (to > addMs(now, MAX_AHEAD_MS)) throw errors.tooFar();
      const lease = { at: clock.at, now, leasedUntil: addMs(now, CLOCK_LEASE_MS) };
      if ((await leaseClock(tx, storeId, lease)).length === 0) throw errors.moving();
    });
    const context = { database: { transaction: transact }, ports, currentTime };
    const inTurn = <T>(work: () => Promise<T>) => ports.clockTurns(work, caller.merchantId);
    const letGo = () => transact((tx) => releaseClock(tx, storeId));
    // A failure isn't rolled back: the clock stays at the time it has reached.
    const problem = await stepThrough(context, storeId, to, inTurn).catch(async (cause) => {
      // If this fails as well, the lease expires.
      await letGo().catch(() => {});
      if (NOT_OF_PROVIDER.some((kind) => cause instanceof kind)) throw cause;
      throw Object.assign(errors.providerFailed(), { cause });
    });
    if (problem) {
      await letGo();
      throw errors[problem]();
    }
  },
  handle: async ({ input, tx }) => {
    const { storeId, to } = input;
    await moveClock(tx, storeId, to, null);
    const clock = { storeId: encodeId('STO', storeId), now: toIso(to) };
    const audit = { storeId, subjectType: 'test-clock', details: { to: clock.now } };
    return { data: { clock }, audit };
  },
});
