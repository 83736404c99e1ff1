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
    'failed to COPY to shard 0 on 10.0.0.2:5432',
    'failed to complete COPY on 10.0.0.2:5432',
    'failed to read result "21_3" from node 10.0.0.2:5432',
    "failed to prepare transaction 'citus_0_21_7_0' on host 10.0.0.2:5432",
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
