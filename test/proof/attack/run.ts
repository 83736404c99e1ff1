import { startService, withFolder } from '../../support/service-process.ts';
import { attackService, type Finding } from './attack.ts';

/** `npm run attack [-- <seconds>]`: each scenario beside a bystander; ends with 1 when one succeeds. */
const seconds = Number(process.argv[2] ?? 20);
const databaseUrl = process.env.ATTACK_DATABASE_URL;
const settings: Record<string, string> = databaseUrl
  ? { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret key for an attack, long enough' }
  : { DEMO: 'false' };

function print({ scenario, quietMs, attackedMs, maxMb, faults, isAlive, holds }: Finding): void {
  const figures = [
    `bystander p99 ${quietMs.toFixed(0)} ms quiet, ${attackedMs.toFixed(0)} ms attacked`,
    `at most ${maxMb.toFixed(0)} MB`,
    `${faults} answers of 5xx`,
    isAlive ? 'alive' : 'GONE',
  ];
  process.stdout.write(`${holds ? 'holds' : 'FAILS'}  ${scenario}\n       ${figures.join(', ')}\n`);
}

await withFolder(async (folder) => {
  const service = await startService(folder, settings);
  const engine = databaseUrl ? 'server' : 'embedded';
  const findings = await attackService(
    service,
    engine,
    seconds * 1_000,
    print,
    new RegExp(process.argv[3] ?? '.'),
  );
  await service.stop();
  if (findings.some(({ holds }) => !holds)) process.exitCode = 1;
});
