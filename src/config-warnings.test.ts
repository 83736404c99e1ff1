import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { configWarnings } from './config-warnings.ts';

const warningsWith = (settings: Record<string, string>) => configWarnings(readConfig(settings));

it('warns of a path in PUBLIC_URL, which the dashboard doesn’t have', () => {
  expect(warningsWith({ PUBLIC_URL: 'https://shop.example/' })).toEqual([]);
  expect(warningsWith({ PUBLIC_URL: 'https://shop.example/pay/' })).toEqual([
    expect.stringContaining('the dashboard and /docs need the root of a host'),
  ]);
});

it('warns of each setting for trials', () => {
  expect(warningsWith({ KYB_AUTO_APPROVE: 'true', RATE_LIMITS: 'off' })).toHaveLength(2);
});
