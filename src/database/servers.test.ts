import { describe, expect, it } from 'vitest';
import { parseServers } from './servers.ts';

const hostsOf = (url: string) =>
  parseServers(url, true).hosts.map(({ host, port }) => `${host} ${port}`);

describe('a database URL', () => {
  it('names one server, or several separated by commas', () => {
    expect(hostsOf('postgres://shop:pw@db.example/shop')).toEqual(['db.example 5432']);
    expect(hostsOf('postgresql://shop:p%40w@one:5433,two:5434,three/shop?sslmode=disable')).toEqual(
      ['one 5433', 'two 5434', 'three 5432'],
    );
    expect(hostsOf('postgres://[2001:db8::1]:5433,[2001:db8::2]/shop')).toEqual([
      '2001:db8::1 5433',
      '2001:db8::2 5432',
    ]);
  });

  it('may name the folder of a socket', () => {
    expect(hostsOf('postgres:///shop?host=/run/postgresql&user=a,b')).toEqual([
      '/run/postgresql 5432',
    ]);
  });

  it('keeps user, password, database and options for every server', () => {
    const { connectionString } = parseServers(
      'postgres://a:b%2Cc@one,two/shop?sslmode=disable',
      true,
    );
    expect(connectionString).toBe('postgres://a:b%2Cc@one/shop?sslmode=disable');
  });

  it('states whether a session must be able to write', () => {
    const read = (query: string, byDefault: boolean) =>
      parseServers(`postgres://one,two/shop${query}`, byDefault).mustWrite;
    expect([read('', true), read('', false)]).toEqual([true, false]);
    expect(read('?target_session_attrs=any', true)).toBe(false);
    expect(read('?sslmode=disable&target_session_attrs=read-write', false)).toBe(true);
    expect(() => read('?target_session_attrs=standby', true)).toThrow(
      'target_session_attrs must be read-write or any, not standby',
    );
  });
});
