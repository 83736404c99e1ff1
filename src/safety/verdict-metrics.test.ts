import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { countVerdicts } from './verdict-metrics.ts';

it('counts verdicts by action and category', async () => {
  const registry = new Registry();
  const count = countVerdicts(registry);
  count({
    action: 'block',
    reasonCode: 'restricted_content',
    matchedCategories: ['adult_nsfw', 'undress_transform'],
    semanticStatus: 'skipped_rules_block',
  });
  const text = await registry.metrics();
  expect(text).toContain(
    'tillgate_prompt_categories_total{action="block",category="adult_nsfw"} 1',
  );
  expect(text).toMatch(/tillgate_prompt_verdicts_total\{action="block",.*\} 1/);
});
