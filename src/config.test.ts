import { describe, expect, it } from 'vitest';
import { configShape, readConfig } from './config.ts';
import { parseServers } from './database/servers.ts';

describe('a misspelled setting', () => {
  it.each([
    ['WEBHOOK_TIMEOUT', 'WEBHOOK_TIMEOUT_MS'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['SIGNUP', 'SIGN_UP'],
    ['public_url', 'PUBLIC_URL'],
  ])('%s is refused, and %s is named', (name, meant) => {
    expect(() => readConfig({ [name]: '5' })).toThrow(
      `${name} is not a setting. Did you mean ${meant}?`,
    );
  });

  it('is accepted as foreign when it is listed, as its refusal suggests', () => {
    const others = { REDIS_URI: 'redis://cache', SMTP_URI: 'smtp://mail' };
    expect(() => readConfig(others)).toThrow(
      'If it belongs to another program: FOREIGN_SETTINGS=REDIS_URI',
    );
    expect(() => readConfig({ ...others, FOREIGN_SETTINGS: 'REDIS_URI' })).toThrow(
      'If it belongs to another program: FOREIGN_SETTINGS=REDIS_URI,SMTP_URI',
    );
    readConfig({ ...others, FOREIGN_SETTINGS: 'REDIS_URI,SMTP_URI' });
  });

  it('is distinguished from settings of other programs', () => {
    const others = {
      ...{
        PATH: '/bin',
        HOME: '/root',
        HOSTNAME: 'web-1',
        MAIL: '/var/mail/root',
        HOST_IP: '10.0.0.1',
      },
      ...{
        REDIS_PORT: 'tcp://10.0.0.2:6379',
        REDIS_SERVICE_HOST: '10.0.0.2',
        NODE_ENV: 'production',
      },
      ...{
        TEST_DATABASE_URL: 'x',
        XDG_DATA_DIRS: '/usr/share',
        OTEL_SERVICE_NAME: 'shop',
        npm_config_port: '1',
      },
    };
    expect(readConfig(others)).toMatchObject({ PORT: 4000 });
  });

  it('is never a known setting', () => {
    const known = Object.keys(configShape);
    for (const name of known) {
      expect(() => readConfig({ [name]: '?' })).not.toThrow(/Did you mean/);
    }
  });
});

describe('an address', () => {
  it.each([
    ['PORT', 'abc', 'a whole number from 0 to 65535'],
    ['PORT', '-1.5', 'a whole number from 0 to 65535'],
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['METRICS_PORT', '65536', 'a whole number from 0 to 65535'],
    ['PUBLIC_URL', 'shop.example', 'a URL such as https://shop.example'],
    ['PUBLIC_URL', 'shop.example:4000', 'a URL such as https://shop.example'],
    ['PUBLIC_URL', 'ftp://shop.example', 'a URL such as https://shop.example'],
    ['HOST', '[::1]', 'an address such as 127.0.0.1, 0.0.0.0 or ::1'],
    ['HOST', '999.1.1.1', 'an address such as 127.0.0.1, 0.0.0.0 or ::1'],
  ])('%s=%s is refused once, with what it should look like', (name, value, form) => {
    const refusal = `Settings that can't be used:\n  ${name}: ${form}`;
    expect(() => readConfig({ [name]: value })).toThrow(new Error(refusal));
  });

  it('can be IPv6, and a URL can have a path', () => {
    expect(readConfig({ HOST: '::1' }).PUBLIC_URL).toBe('http://[::1]:4000');
    const PUBLIC_URL = 'https://example.com/shop';
    expect(readConfig({ PUBLIC_URL: `${PUBLIC_URL}/` }).PUBLIC_URL).toBe(PUBLIC_URL);
  });
});

describe('DRAIN_MS', () => {
  it('leaves time to stop within 30 s', () => {
    expect(readConfig({ DRAIN_MS: '10000' }).DRAIN_MS).toBe(10_000);
    expect(() => readConfig({ DRAIN_MS: '10001' })).toThrow(/DRAIN_MS: .*10000/);
  });
});

describe('KEEP_ALIVE_MS', () => {
  it('can be a day at most, so that no timer overflows', () => {
    expect(readConfig({ KEEP_ALIVE_MS: '86400000' }).KEEP_ALIVE_MS).toBe(86_400_000);
    expect(() => readConfig({ KEEP_ALIVE_MS: '2147483647' })).toThrow(/KEEP_ALIVE_MS: .*86400000/);
  });
});

describe('PROCESSES', () => {
  const server = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: 'x'.repeat(40) };

  it('is a number or auto, with a server, for processes that answer requests', () => {
    expect(readConfig(server).PROCESSES).toBeUndefined();
    expect(readConfig({ ...server, PROCESSES: 'auto' }).PROCESSES).toBe('auto');
    expect(readConfig({ ...server, PROCESSES: '4', ROLE: 'api' }).PROCESSES).toBe(4);
    for (const wrong of ['0', '1.5', '-1', '1000', 'all']) {
      expect(() => readConfig({ ...server, PROCESSES: wrong })).toThrow(
        'PROCESSES: auto, or a number from 1 to 999',
      );
    }
    expect(() => readConfig({ PROCESSES: '2' })).toThrow('PROCESSES needs DATABASE_URL');
    expect(() => readConfig({ ...server, PROCESSES: '2', ROLE: 'worker' })).toThrow(
      'PROCESSES runs API processes',
    );
  });
});

describe.each(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])('%s', (name) => {
  const read = (url: string) => readConfig({ SECRET_KEY: 'x'.repeat(40), [name]: url });

  it.each([
    'postgres://tillgate:p%40ss@db.example:5432/tillgate',
    'postgresql://tillgate@db.example/tillgate?sslmode=require',
    'postgres://tillgate:50%@db.example/tillgate',
    'postgres://a:b@one:5432,two:5433,three/tillgate?target_session_attrs=any',
    'postgres://tillgate@[::1]:5432,[2001:db8::2]/tillgate',
    'postgres:///tillgate?host=/run/postgresql',
    'postgres://tillgate@/tillgate?host=/run/postgresql&user=name@server',
    'postgres://%2Frun%2Fpostgresql/tillgate',
    'postgres://localhost',
  ])('accepts %s', (url) => {
    expect(read(url)).toMatchObject({ [name]: url });
    expect(() => parseServers(url, true)).not.toThrow();
  });

  it.each([
    'db.example:5432/tillgate',
    'db.example',
    'mysql://tillgate@db.example/tillgate',
    '/run/postgresql tillgate',
    'postgres://tillgate:a#b@db.example/tillgate',
    'postgres://tillgate:1#2@db.example/tillgate',
    'postgres://tillgate:1/2@db.example/tillgate',
    'postgres://tillgate:1?2@db.example/tillgate',
    'postgres://tillgate:%ff@db.example/tillgate',
    'postgres://tillgate@db.example:port/tillgate',
    'postgres://tillgate@one,,two/tillgate',
  ])('refuses %s, and shows what it should look like', (url) => {
    expect(() => read(url)).toThrow(
      `${name}: a URL such as postgres://user:password@host:5432/database; write # / ? @ % in the password as %23 %2F %3F %40 %25`,
    );
  });
});
