// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const KEYS = 'src/gateway/idempotency.ts';
const STATEMENTS = 'src/gateway/idempotency.queries.ts';
const ONCE = 'src/gateway/run-once.ts';
const EXECUTION = 'src/gateway/execute.ts';
const TESTS = 'test/gateway/idempotency.test.ts';

/** The invariants from docs/contract/invariants.md#1 to docs/contract/invariants.md#6. */
export const IDEMPOTENCY: readonly BrokenBuild[] = [
  {
    invariants: [1],
    fault: 'idempotency keys are ignored',
    edits: [
      {
        file: ONCE,
        find: 'if (key === null || action.replayable === false) {',
        replace: "if (key !== '') {",
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/checkout/create-session.test.ts',
        name: 'makes one session for each key of 200 concurrent calls',
      },
    ],
  },
  {
    invariants: [1, 2],
    fault: 'a request whose claim lapsed still has its effect',
    edits: [
      {
        file: KEYS,
        find: 'if (stored.length === 0) throw',
        replace: 'if (stored.length > 1) throw',
      },
    ],
    caughtBy: [{ file: TESTS, name: 'the key is free again after 60 seconds, and the late one' }],
  },
  {
    invariants: [2],
    fault: 'a request in progress locks nothing: a second one executes concurrently',
    edits: [
      { file: KEYS, find: 'if (found?.claimed) return', replace: 'if (!found?.answer) return' },
    ],
    caughtBy: [{ file: TESTS, name: 'the key answers 409 immediately' }],
  },
  {
    invariants: [1, 4],
    fault: 'an action of one transaction stores no answer',
    edits: [
      { file: KEYS, find: 'leaveToCommit(insertAnswer(tx, claim, answer, times));', replace: '' },
    ],
    caughtBy: [{ file: TESTS, name: 'replays the first answer byte by byte' }],
  },
  {
    invariants: [3],
    fault: 'a stored answer is only looked up if nothing else is wrong',
    edits: [
      {
        file: ONCE,
        find: '      await locked;\n      throw error;',
        replace: '      throw error;',
      },
    ],
    caughtBy: [{ file: TESTS, name: 'is the only identity' }],
  },
  {
    invariants: [2],
    fault: 'the claim outlives its process by a day',
    edits: [
      { file: KEYS, find: 'const LEASE_MS = 60_000;', replace: 'const LEASE_MS = 86_400_000;' },
    ],
    caughtBy: [{ file: TESTS, name: 'the key is free again after 60 seconds, and the late one' }],
  },
  {
    invariants: [2],
    fault: 'a claim lapses while its process works on it',
    edits: [{ file: KEYS, find: 'setInterval(extend,', replace: 'setInterval(() => {},' }],
    caughtBy: [{ file: TESTS, name: 'the key stays taken for as long as the process works on it' }],
  },
  {
    invariants: [3],
    fault: 'errors are cached',
    edits: [
      {
        file: KEYS,
        find: 'await abandonClaim(database, claim);',
        replace: "await completeClaim(database as never, claim, '{}');",
      },
    ],
    caughtBy: [{ file: TESTS, name: 'so the same key executes after a refused input' }],
  },
  {
    invariants: [3],
    fault: 'answers are kept for two days',
    edits: [
      {
        file: KEYS,
        find: 'const KEPT_MS = 24 * 60',
        replace: 'const KEPT_MS = 48 * 60',
      },
    ],
    caughtBy: [{ file: TESTS, name: 'for 24 hours, and swept afterwards' }],
  },
  {
    invariants: [3],
    fault: 'expired answers are never swept',
    edits: [
      {
        file: STATEMENTS,
        find: 'select scope, key from idempotency_key where expires_at <= ${now}',
        replace: 'select scope, key from idempotency_key where expires_at < ${new Date(0)}',
      },
    ],
    caughtBy: [{ file: TESTS, name: 'for 24 hours, and swept afterwards' }],
  },
  {
    invariants: [4],
    fault: 'the answer is stored outside the transaction of its effect',
    edits: [
      {
        file: EXECUTION,
        find: 'await completeClaim(tx, claim, storedAnswer(',
        replace: 'await completeClaim(database as never, claim, storedAnswer(',
      },
    ],
    caughtBy: [
      { file: 'test/gateway/commit-cut.test.ts', name: 'leaves exactly one effect after' },
    ],
  },
  {
    invariants: [5],
    fault: 'test and production share their keys',
    edits: [
      {
        file: KEYS,
        find: '`merchant:${caller.merchantId}:${caller.environment}`',
        replace: '`merchant:${caller.merchantId}`',
      },
    ],
    caughtBy: [{ file: TESTS, name: 'between merchants and between environments' }],
  },
  {
    invariants: [5],
    fault: 'the visitors of all stores share their keys',
    edits: [
      {
        file: KEYS,
        find: '`visitors:${caller.storeId}:${caller.environment}`',
        replace: "'visitors'",
      },
    ],
    caughtBy: [{ file: TESTS, name: 'between the visitors of stores' }],
  },
  {
    invariants: [6],
    fault: 'a signature counts once',
    edits: [
      {
        file: 'src/gateway/credentials/api-key.ts',
        find: '  keys.markUsed(key, now);\n  return toCaller(key, merchantId);\n}',
        replace: `  if (spent.has(signature)) throw gatewayErrors.invalidSignature();
  spent.add(signature);
  return toCaller(key, merchantId);
}
const spent = new Set<string>();`,
      },
    ],
    caughtBy: [
      { file: 'test/gateway/signature.test.ts', name: 'executes two identical signed requests' },
    ],
  },
];
