import { describe, expect, it } from 'vitest';
import { networkOf } from './rate-limit.ts';
import { addressOf, UNKNOWN_ADDRESS } from './visitor-address.ts';

describe('the address of a visitor', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[192.0.2.1]:4711', '192.0.2.1'],
  ])('of %s is %s', (given, address) => expect(addressOf(given)).toBe(address));

  it.each([
    ...['', 'unknown', '_hidden', 'visitor.example', '192.0.2', '192.0.2.256', '010.0.0.1'],
    ...['192.0.2.1:', '192.0.2.1:a', '192.0.2.1:80:80', ':80', '[]:80', '[x]:80', 'x'.repeat(100)],
  ])('is unknown for %s', (given) => expect(addressOf(given)).toBe(UNKNOWN_ADDRESS));
});

describe('the network of a visitor', () => {
  it('is the same whatever port a proxy adds', () => {
    const ports = [1, 80, 65_535];
    const networks = (host: string) => new Set(ports.map((port) => networkOf(`${host}:${port}`)));
    expect([...networks('192.0.2.1')]).toEqual([networkOf('192.0.2.1')]);
    expect([...networks('[2001:db8:1:2::1]')]).toEqual([networkOf('2001:db8:1:2::ffff')]);
    expect([...networks('[::ffff:192.0.2.1]')]).toEqual([networkOf('192.0.2.1')]);
  });

  it("is the same for everything that isn't an address", () => {
    const given = ['', 'unknown', '_a', '_b', '192.0.2.1:a', '192.0.2.1:b', '[x]:1', '[x]:2'];
    expect(new Set(given.map(networkOf)).size).toBe(1);
    expect(networkOf('unknown')).not.toBe(networkOf('192.0.2.1'));
  });
});
