import { dataHolds, holds, type Row, refused } from '../row.ts';
import type { World } from '../world.ts';

const SCAN = 'verification/scan-prompt';
const scan = (body: object) => (world: World) => world.call(SCAN, body);

/** Part 4.12, the content check. */
export const safetyRows: readonly Row[] = [
  refused('4.12', 400, 'Missing required field: prompt', scan({})),
  refused(
    '4.12',
    400,
    'Prompt cannot be empty or contain only whitespace',
    scan({ prompt: ' \n' }),
  ),
  refused(
    '4.12',
    400,
    'Prompt cannot exceed 10000 characters',
    scan({ prompt: 'x'.repeat(10_001) }),
  ),
  refused(
    '4.12',
    400,
    'Invalid locale. Must be one of: ja, en, zh',
    scan({ prompt: 'A barn', locale: 'de' }),
  ),
  refused(
    '4.12',
    400,
    'Invalid semantic mode. Must be one of: off, shadow, enforce',
    scan({ prompt: 'A barn', semantic: 'on' }),
  ),
  ...[
    ['off', 'disabled'],
    ['shadow', 'shadow_scored'],
    ['enforce', 'scored'],
  ].map(([semantic, semanticStatus]) =>
    holds('2.10', `a harmless prompt is allowed (${semantic})`, async (world) =>
      dataHolds(
        await scan({ prompt: 'A barn at dusk, oil painting', locale: 'en', semantic })(world),
        (data) =>
          data.action === 'allow' &&
          data.reasonCode === 'allowed' &&
          data.matchedCategories.length === 0 &&
          data.semanticStatus === semanticStatus &&
          /^REQ_/.test(data.requestId),
      ),
    ),
  ),
  holds('8', 'a prompt of 1 and of 10,000 characters', async (world) => {
    for (const prompt of ['x', 'a barn '.repeat(1_500).slice(0, 10_000)]) {
      const differs = dataHolds(await scan({ prompt })(world), (data) => data.action === 'allow');
      if (differs) return differs;
    }
    return null;
  }),
];
