import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTillgate, startCommand, tillgatePath } from '../../test/support/run-command.ts';
import { freePort } from '../../test/support/server-programs.ts';
import { buildService } from '../../test/support/service-process.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { sql } from '../database/database.ts';
import { EVENT_TYPES } from '../events/event-types.ts';

const test = useTestApp();
const parts = {} as { folder: string; arrived: () => void; answer: () => void };

beforeAll(async () => {
  await buildService();
  test.app.worker.start();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-listen-'));
  const account = ['--email', 'listen@merchant.example', '--base-url', test.baseUrl];
  const settings = { TILLGATE_PASSWORD: 'correct horse battery' };
  const made = await run(['init', ...account, '--store', 'With an ear'], settings);
  expect(made.stderr).toBe('');
}, 120_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return runTillgate(parts.folder, args, environment);
}

describe('tillgate listen and trigger', () => {
  it('lists the events if one is misspelled', async () => {
    for (const args of [
      ['trigger', 'order.complete'],
      ['listen', '--events', 'refund.failed,order.complete'],
    ]) {
      const { code, stderr } = await run(args);
      expect(code).toBe(1);
      expect(stderr).toContain('Unknown event type: order.complete. Did you mean order.completed?');
      for (const name of EVENT_TYPES) expect(stderr).toContain(`\n  ${name}\n`);
    }
  });

  it.each([
    ['--port', 'x', 'from 0 to 65535'],
    ['--port', '65536', 'from 0 to 65535'],
    ['--exit-after', '0', 'from 1 to 1000000'],
  ])('refuses %s %s', async (option, text, range) => {
    const { code, stderr } = await run(['listen', option, text]);
    expect(code).toBe(1);
    expect(stderr).toBe(`tillgate: ${option} needs a whole number ${range}, not ${text}\n`);
  });

  it('says so if its port is in use', async () => {
    const { port } = new URL(test.baseUrl);
    const { code, stderr } = await run(['listen', '--port', port]);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^tillgate: --port ${port} can't be used: .*EADDRINUSE`));
  });

  it('says what to do if nothing listens at the forwarding address', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}/hooks`;
    const forward = ['--forward', nowhere, '--exit-after', '1'];
    const listening = startCommand(parts.folder, [
      process.execPath,
      tillgatePath,
      'listen',
      ...forward,
    ]);
    await listening.until('Listening at http://127.0.0.1:');
    await run(['trigger', 'order.completed']);
    const { stdout } = await listening.ended;
    expect(stdout).toContain(`nothing is listening at ${nowhere}: start your server there`);
  }, 60_000);

  it('receives, verifies, prints and forwards an event, and removes its webhook', async () => {
    const forwarded: string[] = [];
    const receiver = createServer((request, response) => {
      request.on('data', (chunk) => forwarded.push(String(chunk)));
      request.on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const forward = ['--forward', `http://127.0.0.1:${port}/hooks`];
    const command = [process.execPath, tillgatePath, 'listen', ...forward];
    const listening = startCommand(parts.folder, command);
    await listening.until('Listening at http://127.0.0.1:');
    const trigger = await run(['trigger', 'order.completed']);
    expect(trigger.stderr).toBe('');
    await listening.until('forwarded to');
    const { stdout, code } = await listening.stop('SIGINT');
    receiver.close();
    expect(stdout).toContain('order.completed  signature valid');
    expect(stdout).toContain('"eventType": "order.completed"');
    expect(stdout).toContain('Removed the webhook.');
    expect(code).toBe(0);
    expect(JSON.parse(forwarded.join('')).eventType).toBe('order.completed');
  }, 60_000);

  it('counts a delivery that the service gave up, and survives one that breaks off', async () => {
    const receiver = createServer((request, response) => {
      request.resume();
      parts.answer = () => response.writeHead(204).end();
      parts.arrived();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const options = ['--forward', `http://127.0.0.1:${port}`, '--exit-after', '1'];
    const listening = startCommand(parts.folder, [
      process.execPath,
      tillgatePath,
      'listen',
      ...options,
    ]);
    await listening.until('Listening at http://127.0.0.1:');
    const url = new URL(/Listening at (\S+) for/.exec(listening.printed())?.[1] as string);
    const send = (text: string) => {
      const socket = connect(Number(url.port), url.hostname);
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n${text}`);
      return socket;
    };
    const broken = send('{');
    await once(broken, 'connect');
    broken.destroy();
    const arrived = new Promise<void>((resolve) => {
      parts.arrived = resolve;
    });
    const patient = send('{}');
    await arrived;
    patient.resetAndDestroy();
    await once(patient, 'close');
    parts.answer();
    const { code, stdout } = await listening.ended;
    receiver.close();
    expect([code, stdout.includes('Removed the webhook.')]).toEqual([0, true]);
  }, 60_000);

  it('prints what anyone sends it without obeying it', async () => {
    const options = ['--exit-after', '2'];
    const command = [process.execPath, tillgatePath, 'listen', ...options];
    const listening = startCommand(parts.folder, command);
    await listening.until('Listening at http://127.0.0.1:');
    const url = /Listening at (\S+) for/.exec(listening.printed())?.[1] as string;
    const eventType = '\u001b[2Jorder.completed  signature valid';
    await fetch(url, { method: 'POST', body: JSON.stringify({ eventType }) });
    await fetch(url, { method: 'POST', body: '\u001b[2J\u009bHorder.completed  signature valid' });
    const { stdout } = await listening.ended;
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
    expect(stdout).toContain(
      String.raw`\u001b[2Jorder.completed  signature valid  signature INVALID`,
    );
    expect(stdout).toContain(String.raw`\u001b[2J\u009bHorder.completed  signature valid`);
  }, 60_000);

  it('removes its webhook when its terminal is closed', async () => {
    const listening = startCommand(parts.folder, [process.execPath, tillgatePath, 'listen']);
    await listening.until('Listening at http://127.0.0.1:');
    expect(await isAdded(listening.printed())).toBe(true);
    const { code, stdout } = await listening.stop('SIGHUP');
    expect([code, await isAdded(stdout)]).toEqual([0, false]);
  }, 60_000);

  it('removes its webhook when nothing reads its output anymore', async () => {
    const command = ['sh', '-c', '"$0" "$@" | head -n 1', process.execPath, tillgatePath, 'listen'];
    const listening = startCommand(parts.folder, command);
    await listening.until('Listening at http://127.0.0.1:');
    await run(['trigger', 'order.completed']);
    expect(await isAdded((await listening.ended).stdout)).toBe(false);
  }, 60_000);
});

/** Whether the webhook exists that the command printed. */
async function isAdded(printed: string): Promise<boolean> {
  const [, url] = /Listening at (\S+) for/.exec(printed) as unknown as [string, string];
  return (await test.database.query(sql`select from webhook where url = ${url}`)).length > 0;
}
