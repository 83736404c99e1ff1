import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSnippets } from '../../web/dashboard/src/pages/developers/call-snippets.ts';
import { QUERY_EXAMPLES } from '../../web/dashboard/src/pages/developers/query-examples.ts';
import { verifySnippets } from '../../web/dashboard/src/pages/developers/verify-snippets.ts';
import { post, signHeaders } from '../support/merchant.ts';
import { closeReceivers, startReceiver } from '../support/receiver.ts';
import { makeShop } from '../support/selling.ts';
import { root } from '../support/service-process.ts';
import { useTestApp } from '../support/test-app.ts';
import { emit, makeWebhook } from '../support/webhook.ts';

const test = useTestApp();
closeReceivers();

const run = promisify(execFile);
const folder: { path: string } = { path: '' };

beforeAll(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'tillgate-snippets-'));
  // What the reader has installed: the command line, and the client from the npm registry.
  const modules = join(folder.path, 'node_modules');
  await mkdir(join(modules, '.bin'), { recursive: true });
  const main = join(root, 'src/cli/main.ts');
  const command = `#!/bin/sh\nexec node --import ${import.meta.resolve('tsx')} ${main} "$@"\n`;
  await writeFile(join(modules, '.bin', 'tillgate'), command, { mode: 0o755 });
  await symlink(join(root, 'node_modules', '@waffo'), join(modules, '@waffo'));
});
afterAll(() => rm(folder.path, { recursive: true, force: true }));

type Program = readonly [
  language: string,
  file: string,
  command: readonly string[],
  need: NeedName,
];

const CALLERS: readonly Program[] = [
  ['curl', 'call.sh', ['sh'], 'curl'],
  ['Node.js', 'call.mjs', ['node'], 'node'],
  ['Python', 'call.py', ['python3'], 'python'],
  ['Go', 'call.go', ['go', 'run'], 'go'],
];
const RECEIVERS: readonly Program[] = [
  ['Node.js', 'receive.mjs', ['node'], 'node'],
  ['Python', 'receive.py', ['python3'], 'python'],
];

describe('the dashboard’s copyable snippets', () => {
  it.each(QUERY_EXAMPLES)('reads with the example “$name”', async ({ text }) => {
    const { merchant, store } = await makeShop(test);
    const body = JSON.stringify({ query: text, variables: { storeId: store.id } });
    const { privateKey } = merchant.keys.test;
    const headers = signHeaders('/v1/graphql', body, merchant.shortId, privateKey);
    const reply = await post(test.baseUrl, '/v1/graphql', body, headers);
    expect(reply.body.errors).toBeUndefined();
  });

  for (const [language, file, command, need] of CALLERS) {
    it(`opens a checkout with ${language}`, needs(need), async () => {
      const { merchant, store, productId } = await makeShop(test);
      const facts = { baseUrl: test.baseUrl, merchantId: merchant.shortId, storeId: store.id };
      const snippet = callSnippets({ ...facts, productId, currency: 'USD' }).find(
        (one) => one.language === language,
      );
      await writeFile(join(folder.path, file), snippet?.code ?? '');
      const pem = merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' });
      await writeFile(join(folder.path, 'private.pem'), pem);
      const { stdout } = await run(command[0] as string, [...command.slice(1), file], {
        cwd: folder.path,
      });
      expect(stdout).toContain(`/store/${store.slug}/checkout/cs_`);
    });
  }

  for (const [language, file, command, need] of RECEIVERS) {
    it(`accepts a delivery and refuses an altered one with ${language}`, needs(need), async () => {
      const receiver = await startReceiver();
      const { merchant, store } = await makeShop(test);
      await makeWebhook(merchant, store.id, receiver.url);
      await emit(test, store.id);
      await test.app.worker.runOnce();
      const [delivery] = receiver.received;
      const keys = await (await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`)).json();
      const facts = { storeId: store.id, mode: 'test', publicKey: keys.test } as const;
      const snippet = verifySnippets(facts).find((one) => one.language === language);
      await writeFile(join(folder.path, file), `${snippet?.code}${CALLS[file]}`);
      const take = (body: string) => {
        const header = String(delivery?.headers['x-service-signature']);
        return run(command[0] as string, [file, body, header], { cwd: folder.path });
      };
      expect((await take(delivery?.body ?? '')).stdout.trim()).toBe('order.completed');
      const altered = delivery?.body.replace('9.90', '0.01') ?? '';
      await expect(take(altered)).rejects.toThrow(/wrong signature|InvalidSignature/);
    });
  }
});

/** Reads body and header from the command line and prints the event's type. */
const CALLS: Readonly<Record<string, string>> = {
  'receive.mjs': `
const [, , body, header] = process.argv;
console.log(receive(Buffer.from(body), header).eventType);
`,
  'receive.py': `
import sys
print(receive(sys.argv[1].encode(), sys.argv[2])["eventType"])
`,
};

import { type NeedName, needs } from '../support/needs.ts';
