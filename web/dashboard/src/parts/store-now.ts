import type { Environment } from '../api/client.ts';

/** The store's current time: in test, the test clock's if it's ahead. */
export function storeNow(
  environment: Environment,
  testClockAt: string | null,
  now = new Date(),
): Date {
  const clockMs = environment === 'test' ? Date.parse(testClockAt ?? '') || 0 : 0;
  return new Date(Math.max(now.getTime(), clockMs));
}
