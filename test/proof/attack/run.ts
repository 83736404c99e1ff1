import { join } from 'node:path';
import {
  buildService,
  root,
  type ServiceProcess,
  spawnService,
  withFolder,
} from '../../support/service-process.ts';
import { attackService, type Engine, type Finding, MAX_MB } from './attack.ts';
import { COLLECTING, collect, heapOfAnswers } from './memory.ts';
import { SCENARIOS } from './scenarios.ts';
import { buildWithout } from './undefended.ts';

/**
 * `npm run attack [-- <seconds> <part of a name> --undefended]`: runs each scenario alongside a
 * bystander; exits with 1 if one succeeds. With `--undefended`, each runs against a build without
 * its defense and must succeed.
 */
const [seconds = '12', part = ''] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isUndefended = process.argv.includes('--undefended');
const databaseUrl = process.env.ATTACK_DATABASE_URL;
const engine: Engine = databaseUrl ? 'server' : 'embedded';
const settings: Record<string, string> = databaseUrl
  ? { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret key for an attack, long enough' }
  : { DEMO: 'false' };
const only = (name: string) => name.includes(part);
/** Megabytes. */
const MAX_LEFT = 100;
const MAX_HEAP_LEFT = 20;

function print(holds: boolean, what: string, figures: readonly string[]): void {
  process.stdout.write(`${holds ? 'holds' : 'FAILS'}  ${what}\n       ${figures.join(', ')}\n`);
  if (holds === isUndefended) process.exitCode = 1;
}

function printFinding(finding: Finding): void {
  const { scenario, quietMs, controlMs, attackedMs, maxMb, faults, failures } = finding;
  const { through, allowed } = finding;
  const times = (ms: number) => `${(attackedMs / ms).toFixed(1)} times`;
  print(failures.length === 0, scenario, [
    `bystander p99 ${attackedMs.toFixed(0)} ms, ${times(quietMs)} the ${quietMs.toFixed(0)} ms when quiet`,
    ...(controlMs ? [`${times(controlMs)} the ${controlMs.toFixed(0)} ms of the control`] : []),
    `at most ${maxMb.toFixed(0)} MB`,
    `${faults} 5xx answers`,
    `${through} got through, ${Number.isFinite(allowed) ? allowed : 'any number'} allowed`,
    ...failures,
  ]);
}

/** Runs the work with a service of the build. */
async function beside<T>(
  main: string,
  more: Readonly<Record<string, string>>,
  work: (service: ServiceProcess) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const command = [process.execPath, ...COLLECTING, main] as const;
    const service = await spawnService(folder, { ...settings, ...more }, command);
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  });
}

async function attackDefended(main: string): Promise<void> {
  await beside(main, {}, async (service) => {
    const options = {
      ...{ only, report: printFinding, hasControl: true },
      collect: () => collect(service),
    };
    const { findings, before } = await attackService(
      service,
      engine,
      Number(seconds) * 1_000,
      options,
    );
    const most = Math.max(...findings.map(({ maxMb }) => maxMb));
    print(most <= MAX_MB[engine], 'memory during all attacks', [`at most ${most.toFixed(0)} MB`]);
    const { residentMb } = await collect(service);
    const figures = [`${before.toFixed(0)} MB before, ${residentMb.toFixed(0)} MB after`];
    print(residentMb - before <= MAX_LEFT, 'memory after a collection of garbage', figures);
  });
  if (part !== '') return;
  const heap = await beside(main, { RATE_LIMITS: 'off' }, heapOfAnswers);
  print(heap <= MAX_HEAP_LEFT, 'heap after 2,000 answers of a megabyte', [
    `${heap.toFixed(1)} MB more than before`,
  ]);
}

async function attackUndefended(): Promise<void> {
  for (const { name } of SCENARIOS.filter((scenario) => only(scenario.name))) {
    const { main, remove } = await buildWithout(name);
    const options = { only: (other: string) => other === name, report: printFinding };
    await beside(main, {}, (service) =>
      attackService(service, engine, Number(seconds) * 1_000, options),
    ).finally(remove);
  }
}

await buildService();
await (isUndefended ? attackUndefended() : attackDefended(join(root, 'dist', 'main.js')));
