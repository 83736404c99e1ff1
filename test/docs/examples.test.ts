import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import type { Action } from '../../src/contract/action.ts';
import { insertSession } from '../../src/domain/merchant/merchant.queries.ts';
import { gatewayErrors } from '../../src/gateway/errors.ts';
import { newUuid } from '../../src/kit/id.ts';
import { newSessionSecret, sessionHash } from '../../src/kit/session-secret.ts';
import { addMs } from '../../src/kit/time.ts';
import { SAMPLE } from '../../src/reference/field-text.ts';
import { exampleIn, type Language, requestOf } from '../../web/docs/site/examples.ts';
import { graphqlExample } from '../../web/docs/site/graphql-pages.ts';
import type { TestMerchant } from '../support/merchant.ts';
import { type NeedName, needs } from '../support/needs.ts';
import { makeBuyerToken, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const HOUR_MS = 60 * 60 * 1000;
/** Milliseconds for the examples of all actions in one language. */
const ALL_MS = 300_000;
const parts = {} as { folder: string; shop: Shop; env: NodeJS.ProcessEnv };

beforeAll(async () => {
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-examples-'));
  cpSync(join(root, 'web/docs/helpers'), parts.folder, { recursive: true });
  parts.shop = await makeShop(test);
  const { merchant, store } = parts.shop;
  const { privateKey } = merchant.keys.test;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  parts.env = {
    ...process.env,
    TILLGATE_BASE_URL: test.baseUrl,
    TILLGATE_MERCHANT_ID: merchant.shortId,
    // As a shell reads it from the file that `tillgate init` writes.
    TILLGATE_PRIVATE_KEY: pem.trim().replaceAll('\n', '\\n'),
    TILLGATE_STORE_SLUG: store.slug,
    TILLGATE_SESSION_TOKEN: await makeBuyerToken(parts.shop),
  };
}, 60_000);
afterAll(() => rm(parts.folder, { recursive: true, force: true }));

async function openSession({ id }: Pick<TestMerchant, 'id'>): Promise<string> {
  const secret = newSessionSecret();
  const now = test.clock.now();
  await insertSession(test.database, {
    ...{ id: newUuid(now), tokenHash: sessionHash(secret), merchantId: id },
    ...{ createdAt: now, expiresAt: addMs(now, HOUR_MS) },
  });
  return secret;
}

interface Program {
  readonly extension: string;
  readonly command: string;
  readonly need: readonly NeedName[];
  /** Runs every file passed to it, and prints one line with the outcome of each. */
  readonly runner?: string;
}

const PROGRAMS: Readonly<Record<Language, Program>> = {
  curl: {
    ...{ extension: 'sh', command: 'sh', need: ['curl', 'openssl'] },
    runner: `for file in "$@"; do sh "$file" 2>&1 | tr -d '\\n'; echo; done`,
  },
  node: {
    ...{ extension: 'mjs', command: 'node', need: ['node'] },
    runner: `console.log = () => {};
for (const file of process.argv.slice(2)) {
  const outcome = await import('./' + file).then(() => 'done', ({ message }) => message);
  process.stdout.write(outcome + '\\n');
}`,
  },
  python: {
    ...{ extension: 'py', command: 'python3', need: ['python'] },
    runner: `import contextlib, io, runpy, sys
for file in sys.argv[1:]:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(file)
        print("done")
    except RuntimeError as error:
        print(error)`,
  },
  go: { extension: 'go', command: 'go', need: ['go'] },
  php: { extension: 'php', command: 'php', need: ['php'] },
};
const LANGUAGES = Object.keys(PROGRAMS) as Language[];

/** Each of these ends the session that calls it, so each gets its own. */
const ENDING = ['merchant/log-out-everywhere', 'merchant/log-out'];
const batches: readonly (readonly Action[])[] = [
  actions.filter(({ path }) => !ENDING.includes(path)),
  ...ENDING.map((ending) => actions.filter(({ path }) => path === ending)),
];

describe('the examples of all actions', () => {
  for (const language of LANGUAGES) {
    const { runner, need } = PROGRAMS[language];
    if (runner === undefined) continue;
    it(
      `are accepted by the service in ${language}`,
      { ...needs(...need), timeout: ALL_MS },
      async () => {
        const odd: string[] = [];
        for (const batch of batches) odd.push(...(await misunderstood(language, runner, batch)));
        expect(odd).toEqual([]);
      },
    );
  }
});

/** The examples that didn't reach their action, with the answers they got. */
async function misunderstood(language: Language, runner: string, batch: readonly Action[]) {
  const { command, extension } = PROGRAMS[language];
  const names = batch.map(({ path }) => `${path.replace('/', '-')}.${extension}`);
  for (const [index, action] of batch.entries()) {
    await write(names[index] as string, exampleIn(language, requestOf(action)));
  }
  await write(`run-all.${extension}`, runner);
  const env = { ...parts.env, TILLGATE_SESSION: await openSession(parts.shop.merchant) };
  const args = [`run-all.${extension}`, ...names];
  const { stdout } = await run(command, args, { cwd: parts.folder, env });
  const outcomes = stdout.trimEnd().split('\n');
  expect(outcomes).toHaveLength(batch.length);
  return batch.flatMap((action, index) => {
    const outcome = outcomes[index] as string;
    return isAnswerOf(action, outcome) ? [] : [`${action.path}: ${outcome}`];
  });
}

/** Whether the call reached the action: it succeeded, or the answer names a missing object. */
function isAnswerOf({ errors }: Action, outcome: string): boolean {
  const isDone = outcome === 'done' || outcome.startsWith('{"data":{');
  const { storeNotFound, stepUpRequired } = gatewayErrors;
  const rows = [...Object.values(errors), storeNotFound, stepUpRequired];
  return isDone || rows.some(({ template }) => outcome.includes(stableStart(template)));
}

/** The message up to the caller's value in it. */
function stableStart(template: string): string {
  return template.split(/"?\.\.\./, 1)[0] as string;
}

describe('a sale by the examples', () => {
  const sale = ['onetime-product/create-product', 'checkout/create-session', 'store/create-store'];

  for (const language of LANGUAGES) {
    const { need, command, extension } = PROGRAMS[language];
    it(`succeeds in ${language}`, { ...needs(...need), timeout: ALL_MS }, async () => {
      const requests = [
        ...sale.map((path) => requestOf(actions.find((action) => action.path === path) as Action)),
        graphqlExample,
      ];
      const { store, productId } = parts.shop;
      for (const [index, request] of requests.entries()) {
        const example = exampleIn(language, request)
          .replaceAll(SAMPLE.store, store.id)
          .replaceAll(SAMPLE.product, productId);
        const folder = `${language}-${index}`;
        await mkdir(join(parts.folder, folder), { recursive: true });
        cpSync(join(root, 'web/docs/helpers'), join(parts.folder, folder), { recursive: true });
        await write(join(folder, `main.${extension}`), example);
        const args = language === 'go' ? ['run', 'main.go', 'tillgate.go'] : [`main.${extension}`];
        const cwd = join(parts.folder, folder);
        const { stdout } = await run(command, args, { cwd, env: parts.env });
        expect([request.path, stdout]).toEqual([
          request.path,
          expect.stringMatching(/STO_|PROD_|cs_|orders/),
        ]);
      }
    });
  }
});

describe('a helper', () => {
  const FAILING = {
    node: "import { call } from './tillgate.mjs';\nawait call('/v1/graphql', { query: '{ nothing }' });",
    python: 'from tillgate import call\ncall("/v1/graphql", {"query": "{ nothing }"})',
    php: "<?php require 'tillgate.php';\ntillgate_call('/v1/graphql', ['query' => '{ nothing }']);",
  } as const;

  for (const language of ['node', 'python', 'php'] as const) {
    const { need, command, extension } = PROGRAMS[language];
    it(`reports an error that comes with status 200 in ${language}`, needs(...need), async () => {
      const name = `failing.${extension}`;
      await write(name, FAILING[language]);
      const { stdout, stderr } = await run(command, [name], {
        ...{ cwd: parts.folder, env: parts.env },
      }).catch((error) => error);
      expect(`${stdout}${stderr}`).toContain('Cannot query field "nothing"');
    });
  }
});

function write(name: string, text: string): Promise<void> {
  return writeFile(join(parts.folder, name), `${text}\n`);
}
