import { Counter, type Registry } from 'prom-client';
import type { Verdict } from './verdict.ts';

/** Counts verdicts in a registry, by action, semantic status and category; no text, no caller. */
export function countVerdicts(registry: Registry): (verdict: Verdict) => void {
  const verdicts = new Counter({
    name: 'tillgate_prompt_verdicts_total',
    help: 'Prompt verdicts by action, reason and semantic status.',
    labelNames: ['action', 'reason', 'semantic_status'],
    registers: [registry],
  });
  const categories = new Counter({
    name: 'tillgate_prompt_categories_total',
    help: 'Categories named in verdicts, by action.',
    labelNames: ['action', 'category'],
    registers: [registry],
  });
  return ({ action, reasonCode, matchedCategories, semanticStatus }) => {
    verdicts.inc({ action, reason: reasonCode, semantic_status: semanticStatus });
    for (const category of matchedCategories) categories.inc({ action, category });
  };
}
