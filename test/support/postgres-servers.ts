import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programs } from './needs.ts';
import { freePort, runAsNobody, type Server, startServer } from './server-programs.ts';

const { initdb, postgres, pg_basebackup: basebackup } = programs;

/** A server for one test that can be stopped and restarted at the same address. */
export interface OwnServer {
  readonly url: string;
  start(): Promise<void>;
  /** SIGINT: clean shutdown. SIGQUIT: like a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A new server in the folder, which can be used as a base for others. */
export async function makePrimary(
  folder: string,
  name = 'primary',
  settings: readonly string[] = [],
): Promise<OwnServer> {
  const data = join(folder, name);
  const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'];
  await runAsNobody(initdb as string, options);
  await appendFile(join(data, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 trust\n');
  return startOwn(data, settings);
}

/** A standby of the server. */
export async function makeStandby(folder: string, primary: OwnServer): Promise<OwnServer> {
  const data = join(folder, 'standby');
  const from = ['-d', primary.url, '-D', data, '-R', '-X', 'stream', '--checkpoint=fast'];
  await runAsNobody(basebackup as string, [...from, '--no-sync']);
  return startOwn(data);
}

/** Starts a server on the files in the folder, with settings as `name=value`. */
export async function startOwn(data: string, more: readonly string[] = []): Promise<OwnServer> {
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const light = ['fsync=off', 'shared_buffers=16MB', 'max_connections=30'];
  const args = [...settings, ...light, ...more].flatMap((setting) => ['-c', setting]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = () => startServer(postgres as string, ['-D', data, ...args], url);
  let running: Server = await start();
  return {
    url,
    start: async () => {
      running = await start();
    },
    stop: (signal) => running.stop(signal),
  };
}
