// `npm run bench`: every benchmark one after the other, each in a process of its own. Names as
// arguments run those alone. BENCH_DATABASE_URL names the PostgreSQL server.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'all.ts')
  .map((name) => name.slice(0, -3));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark ${unknown.join(', ')}; there are: ${all.join(', ')}\n`);
  process.exit(1);
}
const tsx = join(folder, '../node_modules/tsx/dist/cli.mjs');
for (const name of wanted.length > 0 ? wanted : all) {
  process.stdout.write(`# ${name}\n`);
  const { status } = spawnSync(process.execPath, [tsx, join(folder, `${name}.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
