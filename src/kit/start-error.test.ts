import { createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../database/faults.ts';
import { describeStartError } from './start-error.ts';

/** The error of Node.js for listening on this address. */
function listenOn(port: number, host: string): Promise<unknown> {
  return new Promise((resolve) => {
    const server = createServer().once('error', resolve);
    server.listen(port, host, () => resolve(server.address()));
  });
}

function refusal(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
}

describe('a start that fails', () => {
  it('names the address that is in use, and what to do', async () => {
    const { port } = (await listenOn(0, '127.0.0.1')) as { port: number };
    const error = await listenOn(port, '127.0.0.1');
    expect(describeStartError(error)).toBe(
      `127.0.0.1:${port} is already in use. Stop the program that listens there, or set PORT or METRICS_PORT to a free port.`,
    );
  });

  it('explains an address of another machine', async () => {
    const error = await listenOn(4000, '192.0.2.1');
    expect(describeStartError(error)).toBe(
      "192.0.2.1:4000 isn't an address of this machine. Correct HOST.",
    );
  });

  it.each([
    [refusal('3D000', 'database "x" does not exist'), 'Create the database, or correct'],
    [refusal('28P01', 'password authentication failed'), 'Correct the user and password in'],
    [refusal('42501', 'permission denied for schema public'), 'the owner of the database'],
    [
      refusal('28000', 'no pg_hba.conf entry for host "x", no encryption'),
      'If the server requires',
    ],
    [
      Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      'sslrootcert',
    ],
    [refusal('08P01', 'unsupported startup parameter: a'), 'set DATABASE_POOLER=transaction'],
    [new Error('The server does not support SSL connections'), 'remove sslmode from'],
  ])('adds what to do about %s', (error, advice) => {
    const described = describeStartError(error);
    expect(described.startsWith(`${error.message}. `)).toBe(true);
    expect(described).toContain(advice);
  });

  it('says what a timeout was waiting for', () => {
    const silent = (message: string) => new UnavailableError(message, 'no answer in time');
    expect(describeStartError(silent('timeout expired'))).toBe(
      "The database server didn't answer in time (timeout expired).",
    );
    const named = 'No database server to work with: db:5432: timeout expired';
    expect(describeStartError(silent(named))).toBe(named);
  });

  it('shows the class of programming errors only', () => {
    expect(describeStartError(new TypeError('x is undefined'))).toBe('TypeError: x is undefined');
    expect(describeStartError(new Error('Plain'))).toBe('Plain');
  });
});
