// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const HEALTH = 'src/gateway/health.ts';

/** The invariants from docs/contract/invariants.md#34 to docs/contract/invariants.md#36. */
export const OPERATION: readonly BrokenBuild[] = [
  {
    invariants: [34],
    fault: 'readiness does not check the database',
    edits: [
      {
        file: HEALTH,
        find: 'await database.query(sql`select from installation for update`);',
        replace: 'void [database, sql];',
      },
    ],
    caughtBy: [
      { file: 'src/gateway/health.test.ts', name: 'is alive without a database, and not ready' },
    ],
  },
  {
    invariants: [34],
    fault: 'readiness stays up while the service stops',
    edits: [
      {
        file: HEALTH,
        find: "if (draining) return reply.code(503).send({ status: 'draining' });",
        replace: '',
      },
    ],
    caughtBy: [{ file: 'src/gateway/health.test.ts', name: 'is ready until it drains' }],
  },
  {
    invariants: [35],
    fault: 'a copied database is taken for the original',
    edits: [
      {
        file: 'src/database/installation.ts',
        find: 'if (found.isMoved && place.confirmed !== found.code) return found;',
        replace: 'void found;',
      },
    ],
    caughtBy: [
      {
        file: 'src/database/installation.test.ts',
        name: 'differs for a database made from this one',
      },
    ],
  },
  {
    invariants: [35],
    fault: 'a copy charges, posts and mails',
    edits: [{ file: 'src/jobs.ts', find: 'if (isMoved) return inward;', replace: 'void isMoved;' }],
    caughtBy: [
      { file: 'src/database/installation.test.ts', name: 'keeps a copy from renewing anything' },
    ],
  },
  {
    invariants: [36],
    fault: 'a package runs a script when it is installed',
    edits: [
      {
        file: 'package-lock.json',
        find: '"node_modules/zod": {',
        replace: '"node_modules/zod": {\n      "hasInstallScript": true,',
      },
    ],
    caughtBy: [{ file: 'test/licences.test.ts', name: 'runs no unknown script at installation' }],
  },
  {
    invariants: [36],
    fault: 'npm runs install scripts of packages',
    edits: [{ file: '.npmrc', find: 'ignore-scripts=true', replace: 'ignore-scripts=false' }],
    caughtBy: [{ file: 'test/licences.test.ts', name: 'lets npm run no script of a package' }],
  },
];
