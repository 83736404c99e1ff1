import { expect, it } from 'vitest';
import { describeMove, HOST_PART, type Surroundings } from './place.ts';

const at = (host: string): Surroundings => ({ parts: { [HOST_PART]: host }, timeline: null });
const now = new Date('2026-01-01T00:00:00Z');

it('takes the address of all interfaces, as earlier releases recorded it, for this machine', () => {
  expect(describeMove(at('[::]'), now, at(''), now)).toBeNull();
  expect(describeMove(at('[::]'), now, at('shop.example'), now)).toContain(
    'The host of PUBLIC_URL was [::] and is shop.example.',
  );
  expect(describeMove(at('shop.example'), now, at(''), now)).toContain('and is unset');
});
