// `npm start`: builds what is stale, then runs the service in this process.
process.stdout.write('Starting Tillgate\n');
const { buildFirst } = await import('./build-first.mjs');
try {
  await buildFirst((line) => process.stdout.write(`${line}\n`));
} catch ({ message }) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
await import('../dist/main.js');
