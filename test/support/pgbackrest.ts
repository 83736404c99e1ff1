import { join } from 'node:path';
import { programs } from './needs.ts';
import { makePrimary, type OwnServer, startOwn } from './postgres-servers.ts';
import { makeOwnFolder } from './server-programs.ts';
import { root } from './service-process.ts';
import { runToEnd } from './unprivileged.ts';

const RECIPE = join(root, 'deploy', 'pgbackrest', 'pgbackrest.conf');
const { pgbackrest } = programs;

/** A server whose log is archived with the file of `deploy/pgbackrest`. */
export interface ArchivedServer {
  readonly server: OwnServer;
  /** Runs a pgBackRest command. */
  run(...args: string[]): Promise<string>;
  /** Starts a server restored from the archive to that time, alongside the original. */
  restore(target: string): Promise<OwnServer>;
}

export async function startArchived(folder: string): Promise<ArchivedServer> {
  const own = (name: string) => join(folder, name);
  for (const name of ['repo', 'log', 'lock', 'spool']) await makeOwnFolder(own(name));
  const places = {
    PGBACKREST_CONFIG: RECIPE,
    PGBACKREST_REPO1_PATH: own('repo'),
    PGBACKREST_LOG_PATH: own('log'),
    PGBACKREST_LOCK_PATH: own('lock'),
    PGBACKREST_SPOOL_PATH: own('spool'),
    PGBACKREST_STANZA: 'tillgate',
    PGBACKREST_PG1_PATH: own('primary'),
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_PG1_USER: 'postgres',
  };
  const commandOn = (data: string) => {
    const all = Object.entries({ ...places, PGBACKREST_PG1_PATH: data });
    return `env ${all.map(([name, value]) => `${name}=${value}`).join(' ')} ${pgbackrest}`;
  };
  const settings = [
    ...[`unix_socket_directories=${folder}`, 'archive_mode=on'],
    `archive_command=${commandOn(own('primary'))} archive-push %p`,
  ];
  const server = await makePrimary(folder, 'primary', settings);
  const env = { ...places, PGBACKREST_PG1_PORT: new URL(server.url).port };
  const run = (...args: string[]) => runToEnd([pgbackrest as string, ...args], env);
  return {
    server,
    run,
    restore: async (target) => {
      const data = own('restored');
      await makeOwnFolder(data);
      const at = ['--type=time', `--target=${target}`, '--target-action=promote'];
      const get = `--recovery-option=restore_command=${commandOn(data)} archive-get %f "%p"`;
      await runToEnd([pgbackrest as string, 'restore', ...at, get], {
        ...env,
        PGBACKREST_PG1_PATH: data,
      });
      return startOwn(data, ['archive_mode=off']);
    },
  };
}
