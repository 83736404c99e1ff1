import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { needs } from '../support/needs.ts';
import { freePort } from '../support/server-programs.ts';
import { startService, withFolder } from '../support/service-process.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';

/** Makes `localhost` have two addresses, as on a machine with IPv6. */
const TWO_ADDRESSES = `
import dns from 'node:dns';
const { lookup } = dns;
const found = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
dns.lookup = (host, options, callback) =>
  host === 'localhost' && options.all ? callback(null, found) : lookup(host, options, callback);
`;

const SETTINGS = { HOST: 'localhost', DEMO: 'false' };
const TEST_MS = 180_000;
const test = useTestApp();

async function expectOneAddress(more: Readonly<Record<string, string>>): Promise<void> {
  await withFolder(async (folder) => {
    const preload = join(folder, 'two-addresses.mjs');
    await writeFile(preload, TWO_ADDRESSES);
    const metricsPort = await freePort();
    const service = await startService(folder, {
      ...{ ...SETTINGS, METRICS_PORT: String(metricsPort), ...more },
      NODE_OPTIONS: `--import ${pathToFileURL(preload)}`,
    });
    const { port } = new URL(service.baseUrl);
    for (const path of [`${port}/healthz`, `${metricsPort}/metrics`]) {
      expect((await fetch(`http://127.0.0.1:${path}`)).status).toBe(200);
      await expect(fetch(`http://127.0.0.2:${path}`)).rejects.toThrow('fetch failed');
    }
    expect(await service.stop('SIGINT')).toBe(0);
  });
}

describe('HOST=localhost listens on one address, so that every connection is limited and awaited', () => {
  it('in one process', () => expectOneAddress({}), TEST_MS);

  it('with PROCESSES', { ...needs('server'), timeout: TEST_MS }, () =>
    expectOneAddress({
      ...{ PROCESSES: '2', DATABASE_URL: test.databaseUrl as string },
      SECRET_KEY: TEST_SECRET_KEY,
    }),
  );
});
