import { isExcused, isKill, RECOVERY_MS } from '../fault-log.ts';
import type { Exchange } from '../journal.ts';
import { type Check, type Leak, sightings } from './check.ts';

/** The error rows for a provider that doesn't answer, which some of the run's cards cause. */
const PLANNED = new Set(['Payment provider did not answer']);
/**
 * Milliseconds within which an unavailable database is reported, plus a margin for a busy machine
 * (docs/contract/invariants.md#34).
 */
const MAX_ANSWER_MS = 10_000 + 5_000;
/**
 * It takes many steps before answering, so its time doesn't show how quickly a failure was noticed.
 */
const MANY_STEPS = 'test-clock/advance-clock';
/** Milliseconds for a stop (docs/contract/invariants.md#34). */
const MAX_STOP_MS = 30_000;

function isUnplanned({ status, message }: Exchange): boolean {
  return status !== null && status >= 500 && !PLANNED.has(message ?? '');
}

function leaksOf(what: Leak['of']): Check['judge'] {
  return ({ leaks, journal }) => ({
    cases: journal.counts.get('texts searched') ?? 0,
    faults: leaks.filter((leak) => leak.of === what).map(({ where }) => where),
  });
}

export const OPERATION_CHECKS: readonly Check[] = [
  {
    invariant: 30,
    promise: 'Every answer is the envelope, without a trace of the inside',
    judge: ({ journal: { exchanges } }) => {
      const answered = exchanges.filter(({ status }) => status !== null);
      const bad = answered.filter(({ misshapen }) => misshapen !== null);
      const say = ({ name, status, misshapen }: Exchange) => `${name} ${status}: ${misshapen}`;
      return { cases: answered.length, faults: bad.map(say) };
    },
  },
  {
    invariant: 30,
    promise: 'No 5xx but while the database was out of reach, or where a card asks for it',
    judge: ({ journal, faults }) => {
      const free = journal.exchanges.filter((exchange) => !isExcused(faults, exchange));
      const say = ({ name, status, message, startedAt }: Exchange) =>
        `${name} was answered ${status} ${message} at ${new Date(startedAt).toISOString()}`;
      return { cases: free.length, faults: free.filter(isUnplanned).map(say) };
    },
  },
  {
    invariant: 30,
    promise: 'Hostile requests get the answer of their row',
    judge: sightings(
      30,
      ({ exchanges }) => exchanges.filter(({ name }) => name === 'hostile').length,
    ),
  },
  {
    invariant: 34,
    promise: 'A stop ends with code 0 within 30 s',
    judge: ({ faults }) => {
      const stops = faults.filter(({ kind }) => kind === 'SIGTERM');
      const free = stops.filter(({ target, from, to }) => {
        const met = faults.filter((fault) => [target, 'database'].includes(fault.target));
        const isKilled = met.some((fault) => isKill(fault) && fault.from <= to && fault.to >= from);
        return !isKilled && !isExcused(met, { startedAt: from, endedAt: to });
      });
      const bad = free.filter(({ code, from, to }) => code !== 0 || to - from > MAX_STOP_MS);
      const say = (fault: (typeof free)[number]) =>
        `${fault.target} ended with ${fault.code} after ${fault.to - fault.from} ms`;
      return { cases: free.length, faults: bad.map(say) };
    },
  },
  {
    invariant: 34,
    promise:
      'An unavailable database is reported within 10 s, never by a hang; advance-clock aside',
    judge: ({ journal, faults }) => {
      const paused = faults.filter(({ kind }) => kind === 'SIGSTOP and SIGCONT');
      const failed = journal.exchanges.filter(
        (exchange) =>
          (exchange.status ?? 0) >= 500 &&
          exchange.name !== MANY_STEPS &&
          !isExcused(paused, exchange),
      );
      const late = failed.filter(({ startedAt, endedAt }) => endedAt - startedAt > MAX_ANSWER_MS);
      const say = ({ name, startedAt, endedAt }: Exchange) =>
        `${name} failed after ${endedAt - startedAt} ms`;
      return { cases: failed.length, faults: late.map(say) };
    },
  },
  {
    invariant: 34,
    promise: `Every API process is ready again within ${RECOVERY_MS / 1000} s of the last fault`,
    judge: sightings(34, ({ counts }) => counts.get('recoveries watched') ?? 0),
  },
  {
    invariant: 33,
    promise: 'No prompt is in any table, file of the database or line of output',
    judge: leaksOf('prompt'),
  },
  {
    invariant: 19,
    promise: 'No token of a webhook’s address is in any line of output',
    judge: leaksOf('token'),
  },
  {
    invariant: 25,
    promise: 'The database never had to refuse an illegal move',
    judge: leaksOf('illegal move'),
  },
];
