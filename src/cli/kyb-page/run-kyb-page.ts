import { CliError } from '../settings.ts';
import { serveKybPage } from './serve-kyb-page.ts';
import type { CallOperator } from './ticket-calls.ts';

const MAX_PORT = 65_535;

/**
 * `kyb page`: serves the operator's page on this machine until Ctrl-C. Throws before it listens when
 * the service does not answer or refuses the secret key, and when the port cannot be had.
 */
export async function runKybPage(port: string, call: CallOperator): Promise<void> {
  const number = Number(port);
  if (!/^\d+$/.test(port) || number > MAX_PORT) {
    throw new CliError(`--port must be a number from 0 to ${MAX_PORT}, got "${port}"`);
  }
  await call('kyb-ticket/list-tickets', { limit: 1 });
  const page = await serveKybPage(number, call).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new CliError(`Port ${port} is taken`);
    if (error.code === 'EACCES') throw new CliError(`Port ${port} needs more rights`);
    throw error;
  });
  process.stdout.write(`${page.link}\nOpen this link on this machine and show it to nobody: `);
  process.stdout.write('who has it can approve stores. Ctrl-C ends.\n');
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await page.close();
}
