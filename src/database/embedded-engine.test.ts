import { afterEach, expect, it, vi } from 'vitest';
import { startThread } from './embedded-engine.ts';

afterEach(() => vi.restoreAllMocks());

/** A thread that is ready at once, ends as given when asked to, and stops properly. */
function threadThat(end: string): URL {
  const code = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (message) => {
      if (message === 'stop') parentPort.postMessage('stopped');
    });
    parentPort.postMessage('ready');
    setTimeout(() => { ${end} }, 50);`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

function watchExit() {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const ended = new Promise((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation((code) => resolve(code) as never);
  });
  return { write, ended };
}

it('ends the process if the engine’s thread fails', async () => {
  const { write, ended } = watchExit();
  await startThread(threadThat(`throw new Error('out of memory')`), null);
  expect(await ended).toBe(1);
  expect(write).toHaveBeenCalledWith(
    'The embedded database has ended (out of memory); stopping.\n',
  );
});

it('ends the process if the engine’s thread exits on its own', async () => {
  const { write, ended } = watchExit();
  await startThread(threadThat('process.exit(7)'), null);
  expect(await ended).toBe(1);
  expect(write).toHaveBeenCalledWith('The embedded database has ended (code 7); stopping.\n');
});

it('leaves the process running if the thread is stopped', async () => {
  const { write } = watchExit();
  const stop = await startThread(threadThat(''), null);
  await stop();
  expect(write).not.toHaveBeenCalled();
  expect(process.exit).not.toHaveBeenCalled();
});
