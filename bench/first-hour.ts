// How long a new user waits: from an empty folder to a paid order and its verified webhook, once
// with the package and once with a clone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buyFromDemo, readDemo } from '../test/support/demo-client.ts';
import { startCommand } from '../test/support/run-command.ts';
import { type ServiceProcess, spawnService } from '../test/support/service-process.ts';
import { report } from './support/report.ts';
import type { Figure } from './support/result.ts';

const root = join(import.meta.dirname, '..');
const CONDITIONS =
  'an empty folder, embedded engine, demo store; packages from the cache of npm as far as it has them';
/** Seconds from an empty folder to the verified webhook. */
const MAX_SECONDS = { package: 20, clone: 45 };
/** From the start of a built copy, including a new database and its demo store. */
const MAX_START_MS = 3_000;
const FROM_CACHE = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

type Command = readonly [string, ...string[]];
type Step = (name: string, work: () => Promise<unknown>, maxMs?: number) => Promise<void>;

await inFolder(async (folder) => {
  const { makePackage } = await import('../scripts/package.mjs' as string);
  const file: string = await makePackage(folder);
  await time('package', async (step) => {
    await writeFile(join(folder, 'package.json'), '{}');
    await step('npm install', () => run(folder, ['npm', 'install', ...FROM_CACHE, file]));
    const tillgate: Command = [join(folder, 'node_modules', '.bin', 'tillgate')];
    await sell(step, { folder, start: tillgate, tillgate, maxStartMs: MAX_START_MS });
  });
});
await inFolder(async (folder) => {
  await time('clone', async (step) => {
    await step('git clone', () => run(folder, ['git', 'clone', '--quiet', `file://${root}`, '.']));
    await step('npm ci', () => run(folder, ['npm', 'ci', ...FROM_CACHE]));
    const tillgate: Command = [process.execPath, join(folder, 'bin', 'tillgate.mjs')];
    await sell(step, { folder, start: ['npm', 'start'], tillgate });
  });
});

/** Reports each step, and their sum against its target. */
async function time(from: keyof typeof MAX_SECONDS, work: (step: Step) => Promise<void>) {
  const figures: Figure[] = [];
  const begun = performance.now();
  await work(async (name, part, maxMs) => {
    const before = performance.now();
    await part();
    const value = performance.now() - before;
    const target = maxMs ? { target: { must: 'be at most', value: maxMs } as const } : {};
    figures.push({ name, value, unit: 'ms', ...target });
  });
  const value = (performance.now() - begun) / 1_000;
  const target = { must: 'be at most', value: MAX_SECONDS[from] } as const;
  figures.push({ name: 'all of it', value, unit: 's', target });
  report({ title: `First hour, from the ${from}`, conditions: CONDITIONS, rounds: 1, figures });
}

interface Installed {
  readonly folder: string;
  readonly start: Command;
  readonly tillgate: Command;
  readonly maxStartMs?: number;
}

/** The steps after installation: start, listen for webhooks, pay, see the event. */
async function sell(step: Step, { folder, start, tillgate, maxStartMs }: Installed): Promise<void> {
  const parts = {} as { service: ServiceProcess; listener: ReturnType<typeof startCommand> };
  const settings = { HOME: process.env.HOME ?? folder, ALLOW_PRIVATE_WEBHOOKS: 'true' };
  const starting = async () => {
    parts.service = await spawnService(folder, settings, start);
  };
  await step('start until it listens', starting, maxStartMs);
  try {
    await step('tillgate listen', async () => {
      const listen = ['listen', '--events', 'order.completed', '--exit-after', '1'];
      const dotenv = ['--dotenv', join('data', 'demo.env')];
      parts.listener = startCommand(folder, [...tillgate, ...dotenv, ...listen]);
      await parts.listener.until('Listening at');
    });
    await step('paid order', async () => {
      const paid = await buyFromDemo(parts.service.baseUrl, await readDemo(folder));
      if (paid.status !== 200) throw new Error(`The payment was answered with ${paid.text}`);
    });
    await step('verified webhook', async () => {
      const { code, stdout, stderr } = await parts.listener.ended;
      const isVerified = stdout.includes('order.completed  signature valid');
      if (code !== 0 || !isVerified) throw new Error(`No verified webhook:\n${stdout}${stderr}`);
    });
  } finally {
    await parts.service.stop('SIGINT');
  }
}

async function run(cwd: string, [file, ...args]: Command): Promise<void> {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}`);
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-first-hour-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
