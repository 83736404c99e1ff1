// `npm run conformance`: tests a running service against the specification, row by row.
import { parseArgs } from 'node:util';
import { startService, withFolder } from '../support/service-process.ts';
import { createClient } from './client.ts';
import type { Row } from './row.ts';
import { ALL_ROWS } from './rows.ts';
import { makeWorld, type World } from './world.ts';

const HELP = `npm run conformance [-- --url https://shop.example]

Tries every row of the specification's error tables and every limit on a service that it starts in
an empty folder, or on the one at --url. There it signs up merchants of its own and leaves them.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (values.url) {
    process.exitCode = await tryAll(values.url.replace(/\/$/, ''));
    return;
  }
  await withFolder(async (folder) => {
    const service = await startService(folder);
    try {
      process.exitCode = await tryAll(service.baseUrl);
    } finally {
      await service.stop();
    }
  });
}

/** Prints each row with its result; returns the exit code. */
async function tryAll(url: string): Promise<number> {
  const world = await makeWorld(createClient(url));
  const counts = { held: 0, failed: 0, unreachable: 0 };
  for (const row of ALL_ROWS) {
    const differs = await attempt(row, world);
    const name = `${row.part.padEnd(5)} ${row.says}`;
    if (row.unreachable !== undefined) {
      counts.unreachable += 1;
      console.log(`  –   ${name} (not tried: ${row.unreachable})`);
    } else if (differs === null) {
      counts.held += 1;
      console.log(`  ok  ${name}`);
    } else {
      counts.failed += 1;
      console.log(`FAIL  ${name}\n        ${differs}`);
    }
  }
  const { held, failed, unreachable } = counts;
  console.log(
    `\n${ALL_ROWS.length} rows: ${held} hold, ${failed} fail, ${unreachable} are not tried`,
  );
  return failed === 0 ? 0 : 1;
}

async function attempt(row: Row, world: World): Promise<string | null> {
  try {
    return (await row.attempt?.(world)) ?? null;
  } catch (error) {
    return `couldn't be tested: ${error instanceof Error ? error.message : String(error)}`;
  }
}

await main();
