import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSource } from 'oazapfts';
import { afterAll, expect, it } from 'vitest';
import { makeMerchant, signHeaders } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

/** A client that a public generator creates from `/openapi.json`. */
const test = useTestApp();
const folder = mkdtempSync(join(import.meta.dirname, 'generated-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a client generated from the document compiles and makes signed calls', async () => {
  const document = join(folder, 'openapi.json');
  const source = join(folder, 'client.ts');
  const answer = await fetch(`${test.baseUrl}/openapi.json`);
  writeFileSync(document, await answer.text());
  writeFileSync(source, await generateSource(document));
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022'];
  const resolution = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--types', ''];
  const use = join(folder, 'use.ts');
  const sorted = `{ list: 'payments', orderBy: 'CREATED_AT_ASC', format: 'jsonl' }`;
  writeFileSync(use, `import { postV1Export } from './client.ts';\npostV1Export(${sorted});\n`);
  options.push('--allowImportingTsExtensions', '--ignoreConfig');
  execFileSync(process.execPath, [tsc, ...options, ...resolution, use]);

  const client = await import(/* @vite-ignore */ source);
  const merchant = await makeMerchant(test);
  client.defaults.baseUrl = test.baseUrl;
  client.defaults.fetch = (url: string, init: RequestInit) => {
    const { privateKey } = merchant.keys.test;
    const target = new URL(url).pathname;
    const signed = signHeaders(target, String(init.body), merchant.shortId, privateKey);
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...signed };
    return fetch(url, { ...init, headers });
  };
  const created = await client.storeCreateStore({ name: 'Generated' });
  expect(created).toMatchObject({ status: 200, data: { data: { store: { name: 'Generated' } } } });
  const { id } = created.data.data.store;
  const read = await client.graphql({ query: `{ store(id: "${id}") { name } }` });
  expect(read.data).toEqual({ data: { store: { name: 'Generated' } } });
  const exported = await client.postV1Export({
    ...{ list: 'onetimeOrders', orderBy: 'CREATED_AT_ASC', format: 'csv' },
  });
  expect(exported).toMatchObject({ status: 200, data: expect.stringMatching(/^id,/) });
  const refused = await client.storeUpdateStore({ id, status: 'asleep' });
  expect(refused).toMatchObject({
    status: 400,
    data: { errors: [{ message: 'Invalid status, must be active, inactive or suspended' }] },
  });
}, 60_000);
