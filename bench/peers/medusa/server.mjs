// Medusa on PostgreSQL with its default modules, without its admin pages. Creates its tables and a
// user; listens on a free port, which it prints once it is ready.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';

const CLI = 'node_modules/@medusajs/cli/cli.js';
const HEALTH_MS = 200;

process.env.NODE_ENV = 'production';
process.env.MEDUSA_DISABLE_TELEMETRY = 'true';
process.env.LOG_LEVEL = 'error';
const runCli = (...args) => execFileSync(process.execPath, [CLI, ...args], { stdio: 'ignore' });
runCli('db:migrate');
runCli('user', '-e', process.env.USER_EMAIL, '-p', process.env.USER_PASSWORD);

const port = await freePort();
const start = createRequire(import.meta.url)('@medusajs/medusa/commands/start').default;
await start({ directory: process.cwd(), port, types: false });
while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, HEALTH_MS));
process.stdout.write(`${port}\n`);

async function isUp() {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
  return answer?.ok ?? false;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
