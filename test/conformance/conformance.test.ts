import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../support/test-app.ts';
import { createClient } from './client.ts';
import { ROWS } from './rows.ts';
import { makeWorld, type World } from './world.ts';

const test = useTestApp();

describe('the specification, as seen by a client that knows nothing else', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(createClient(test.baseUrl));
  });

  const tried = ROWS.flatMap(({ part, says, attempt }) =>
    attempt ? [{ part, says, attempt }] : [],
  );

  it.each(tried)('part $part: $says', async ({ attempt }) => {
    expect(await attempt(world)).toBeNull();
  });
});
