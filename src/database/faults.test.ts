import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { mayPass } from './faults.ts';

/** As Citus passes on what the client library said about a node. */
function ofNode(message: string): Error {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code: 'XX000' });
}

describe('a cluster’s node that went away during a statement', () => {
  it.each([
    'failure on connection marked as essential: 10.0.0.2:5432',
    'could not commit transaction for shard 102163 on at least one active node',
    'server closed the connection unexpectedly\n\tThis probably means the server terminated',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe',
    'no connection to the server',
    'SSL SYSCALL error: EOF detected',
  ])('makes the database unavailable: %s', (message) => {
    expect(mayPass(ofNode(message))).toBe(true);
  });

  it('is no reason to call other internal errors that', () => {
    expect(mayPass(ofNode('could not find tuple for relation'))).toBe(false);
  });
});
