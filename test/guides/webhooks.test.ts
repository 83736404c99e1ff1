import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvent } from '../../src/events/record-event.ts';
import { decodeId, type Id, newUuid } from '../../src/kit/id.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { type NeedName, needs } from '../support/needs.ts';
import { closeReceivers, startReceiver } from '../support/receiver.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';

const test = useTestApp();
closeReceivers();
const run = promisify(execFile);
const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/webhooks.md'), 'utf8');
const OTHER_STORE = 'STO_0000000000000000000000';
const folder = { path: '', storeId: '', header: '' };

beforeAll(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'tillgate-guide-'));
  for (const [name, text] of programs()) await writeFile(join(folder.path, name), text);
  await keepDelivery();
});
afterAll(() => rm(folder.path, { recursive: true, force: true }));

/** The guide's programs: code blocks that start with a comment naming their file. */
function programs(): Map<string, string> {
  const blocks = guide.matchAll(
    /^```\w+\n((?:<\?php\n)?(?:#|\/\/) (receive\.\w+)\n[\s\S]*?)^```$/gm,
  );
  return new Map([...blocks].map(([, text, name]) => [name as string, text as string]));
}

/** Writes a real delivery and the service's keys into the folder. */
async function keepDelivery(): Promise<void> {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant, 'Café');
  const receiver = await startReceiver();
  await makeWebhook(merchant, storeId, receiver.url);
  await emitMisleading(storeId);
  await test.app.worker.runOnce();
  const [delivery] = receiver.received;
  const keys = await (await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`)).json();
  await writeFile(join(folder.path, 'test.pem'), keys.test);
  await writeFile(join(folder.path, 'prod.pem'), keys.prod);
  await writeFile(join(folder.path, 'body.json'), delivery?.body ?? '');
  await writeFile(join(folder.path, 'changed.json'), `${delivery?.body} `);
  Object.assign(folder, { storeId, header: String(delivery?.headers['x-service-signature']) });
}

/** An event whose metadata has fields named like those of the envelope. */
async function emitMisleading(store: string): Promise<void> {
  const storeId = decodeId('STO', store) as Id<'STO'>;
  const now = test.clock.now();
  const orderMetadata = { eventType: 'order.refunded', mode: 'prod', storeId: OTHER_STORE };
  const eventId = `PAY_${newUuid(now)}`;
  const data = { orderId: 'ORD_1', orderMetadata, note: 'Žluťoučký 🐎' };
  const event = { storeId, environment: 'test', type: 'order.completed', eventId, data } as const;
  await test.database.transaction((tx) => recordEvent(tx, event, now));
}

const languages: readonly [file: string, command: string, before: string[], need: NeedName][] = [
  ['receive.sh', 'sh', [], 'openssl'],
  ['receive.mjs', 'node', [], 'node'],
  ['receive.go', 'go', ['run'], 'go'],
  ['receive.py', 'python3', [], 'python'],
  ['receive.php', 'php', [], 'php'],
];

describe('the guide to webhooks', () => {
  it('has a program for every language', () => {
    expect([...programs().keys()].sort()).toEqual(languages.map(([file]) => file).sort());
  });

  for (const [file, command, before, need] of languages) {
    it(`receives with ${file}`, needs(need), async () => {
      const { header, storeId } = folder;
      const receive = async (changes: Readonly<Record<string, string>> = {}) => {
        const { body = 'body.json', signature = header, ...more } = changes;
        const env = { ...process.env, WEBHOOK_PUBLIC_KEY: 'test.pem', STORE_ID: storeId };
        const options = { cwd: folder.path, env: { ...env, MODE: 'test', ...more } };
        const ran = run(command, [...before, file, body, signature], options);
        return ran.then(
          ({ stdout }) => stdout.trim(),
          () => 'refused',
        );
      };
      expect(await receive()).toBe('order.completed');
      const refused = await Promise.all([
        receive({ body: 'changed.json' }),
        receive({ WEBHOOK_PUBLIC_KEY: 'prod.pem' }),
        receive({ STORE_ID: OTHER_STORE }),
        receive({ MODE: 'prod' }),
        receive({ signature: header.replace(/^t=\d/, 't=9') }),
      ]);
      expect(refused).toEqual(Array(5).fill('refused'));
    });
  }
});
