import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { createFinder } from './finder.ts';
import { ServerClient } from './server-client.ts';
import { parseServers } from './servers.ts';

/** Milliseconds until a connection to a silent server is closed, with a margin. */
const MAX_END_MS = 4_000;
/** The same for giving up a new connection. */
const MAX_CONNECT_MS = 8_000;
/** Milliseconds that a command such as `doctor` has for a statement. */
const COMMAND_MS = 15 * 60_000;
const test = useTestApp();

/** A way to the server that can freeze it: like a stopped process, it then closes nothing. */
async function startFreezableWay(port: number) {
  const sockets: Socket[] = [];
  let isFrozen = false;
  const way = createServer({ allowHalfOpen: true }, (socket) => {
    const server = connect({ port, host: '127.0.0.1' });
    sockets.push(socket, server);
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const) {
      from.on('data', (bytes) => isFrozen || to.write(bytes)).on('error', () => {});
    }
  });
  await once(way.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (way.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      way.close();
    },
  };
}

/** A connection over such a way. */
async function openWay() {
  const url = new URL(test.databaseUrl as string);
  const way = await startFreezableWay(Number(url.port || 5432));
  url.port = String(way.port);
  const servers = parseServers(url.href, true);
  const { connectionString } = servers;
  const client = new ServerClient({
    ...{ connectionString, finder: createFinder(servers, 0) },
    ...{ mustWrite: true, connectionTimeoutMillis: COMMAND_MS },
  });
  return { way, client };
}

describe('a frozen server', needs('server'), () => {
  it('delays the end of a connection only briefly', async () => {
    const { way, client } = await openWay();
    await client.connect();
    way.freeze();
    const endedAt = Date.now();
    await client.end();
    expect(Date.now() - endedAt).toBeLessThan(MAX_END_MS);
    way.close();
  });

  it('is given up within seconds, also by commands with a long timeout', async () => {
    const { way, client } = await openWay();
    way.freeze();
    const startedAt = Date.now();
    await expect(client.connect()).rejects.toThrow('timeout');
    expect(Date.now() - startedAt).toBeLessThan(MAX_CONNECT_MS);
    way.close();
  });
});
