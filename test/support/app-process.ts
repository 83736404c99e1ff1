import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface AppProcess {
  readonly baseUrl: string;
  readonly pid: number;
  /** Kills the process without warning, as `kill -9` does. */
  kill(): Promise<void>;
}

const script = fileURLToPath(new URL('./app-process-main.ts', import.meta.url));

/** The service in a separate process on the same database, in real time. */
export async function startAppProcess(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<AppProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { PATH: process.env.PATH, TEST_APP_DATABASE_URL: databaseUrl, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const baseUrl = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then(() => {
      throw new Error('The second process exited before it was listening');
    }),
  ]);
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { baseUrl, pid: child.pid as number, kill };
}
