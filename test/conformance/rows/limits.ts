import { patiently } from '../client.ts';
import { holds, type Row } from '../row.ts';
import type { World } from '../world.ts';

/** Part 8, rate limiting. */
export const limitRows: readonly Row[] = [
  holds('8', '429 with Retry-After once a rate limit is used up', tooMany),
];

/** Uses up a visitor's burst; then waits until the service answers this address again. */
async function tooMany({ client, store }: World): Promise<string | null> {
  const headers = { 'x-store-slug': store.slug, 'x-environment': 'test' };
  const send = () => client.post('/v1/graphql', { query: '{ __typename }' }, headers);
  const burst = await Promise.all(Array.from({ length: 200 }, send));
  const refused = burst.find(({ status }) => status === 429);
  if (!refused) return 'none of 200 concurrent requests was refused';
  const after = refused.headers.get('retry-after') ?? '';
  await patiently(send);
  return /^[1-9]\d*$/.test(after) ? null : `Retry-After is ${JSON.stringify(after)}`;
}
