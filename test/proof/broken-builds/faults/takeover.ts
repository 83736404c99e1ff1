// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const READ_ONLY = 'test/operation/read-only-database.test.ts';
const TAKEOVER = 'test/operation/takeover.test.ts';
const SYNCHRONOUS = 'test/operation/synchronous-commit.test.ts';
const FAULTS = 'src/database/faults.ts';

/** The database server is lost and another one takes over (docs/contract/invariants.md#34). */
export const TAKEOVERS: readonly BrokenBuild[] = [
  {
    invariants: [2],
    fault: 'a key that could not be released in an outage stays locked for a minute',
    edits: [
      {
        file: 'src/gateway/idempotency.ts',
        find: '.catch(() => releaseLater(database, claim))',
        replace: '.catch(() => {})',
      },
    ],
    caughtBy: [
      {
        file: 'test/gateway/idempotency-outage.test.ts',
        name: 'is free soon after the database is back',
      },
    ],
  },
  {
    invariants: [4],
    fault: 'a commit that the standby may lack is reported as done',
    edits: [
      {
        file: 'src/database/transaction.ts',
        find: 'if (warnings.length > 0) throw',
        replace: 'if (warnings.length > 9) throw',
      },
    ],
    caughtBy: [{ file: SYNCHRONOUS, name: 'is of unknown outcome when the wait is interrupted' }],
  },
  {
    invariants: [4],
    fault: 'an answer is replayed before the standby has it',
    edits: [
      {
        file: 'src/gateway/idempotency.ts',
        find: 'if (found.isSynchronous) await',
        replace: 'if (!found.answer) await',
      },
    ],
    caughtBy: [
      { file: SYNCHRONOUS, name: 'is not reported as done after a crash before a standby has it' },
    ],
  },
  {
    invariants: [34],
    fault: 'readiness checks reads only',
    edits: [
      {
        file: 'src/gateway/health.ts',
        find: 'from installation for update',
        replace: 'from installation',
      },
    ],
    caughtBy: [{ file: READ_ONLY, name: 'is not ready while its sessions are read-only' }],
  },
  {
    invariants: [34],
    fault: 'a read-only session stays in the pool',
    edits: [{ file: FAULTS, find: "  '25006': 'read-only',\n", replace: '' }],
    caughtBy: [{ file: READ_ONLY, name: 'replaces sessions that turned read-only under way' }],
  },
  {
    invariants: [34],
    fault: 'a standby is used for writing',
    edits: [
      { file: 'src/database/finder.ts', find: 'if (standby) throw', replace: 'if (!rows) throw' },
    ],
    caughtBy: [{ file: TAKEOVER, name: 'are refused with the reason for each' }],
  },
  {
    invariants: [34],
    fault: 'only the first of several servers is used',
    edits: [
      {
        file: 'src/database/servers.ts',
        find: "hosts.split(',').map(",
        replace: "hosts.split(',').slice(0, 1).map(",
      },
    ],
    caughtBy: [{ file: TAKEOVER, name: 'is followed to the standby within 5 s of its promotion' }],
  },
];
