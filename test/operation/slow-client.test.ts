import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startService, withFolder } from '../support/service-process.ts';

const SETTINGS = { DEMO: 'false', DRAIN_MS: '10000' };
/** Milliseconds: the longest drain, and the time in which a stop ends itself. */
const [DRAIN_MS, MAX_STOP_MS] = [10_000, 28_000];

describe('a stop with the longest DRAIN_MS and a client that never finishes sending', () => {
  it('cuts that client off in time to end in order', async () => {
    await withFolder(async (folder) => {
      const service = await startService(folder, SETTINGS);
      const { port } = new URL(service.baseUrl);
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.on('error', () => {});
      socket.write(
        'POST /v1/actions/merchant/log-in HTTP/1.1\r\nHost: localhost\r\n' +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
      const signaledAt = performance.now();
      const cut = once(socket, 'close').then(() => performance.now() - signaledAt);
      const code = await service.stop();
      expect(code).toBe(0);
      expect(service.output().trim().split('\n').at(-1)).toBe('stopped');
      expect(await cut).toBeGreaterThan(DRAIN_MS + 5_000);
      expect(await cut).toBeLessThan(MAX_STOP_MS);
    });
  }, 180_000);
});
