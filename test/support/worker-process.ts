import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./worker-process-main.ts', import.meta.url));

/** A worker in a separate process; returns a function that kills it like `kill -9`. */
export async function startWorkerProcess(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: {
      PATH: process.env.PATH,
      TEST_APP_DATABASE_URL: databaseUrl,
      TEST_APP_SETTINGS: JSON.stringify(settings),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const begun = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  await Promise.race([begun, ended]);
  return () => {
    child.kill('SIGKILL');
    return ended;
  };
}
