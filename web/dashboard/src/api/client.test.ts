import { describe, expect, it } from 'vitest';
import { actions } from '../../../../src/actions.ts';
import { WITHOUT_ENVIRONMENT } from './client.ts';

describe('the client', () => {
  it('omits the environment for exactly the actions that refuse it', () => {
    const forbidden = actions.filter(({ environment }) => environment === 'forbidden');
    expect([...WITHOUT_ENVIRONMENT].sort()).toEqual(forbidden.map(({ path }) => path).sort());
  });
});
