import { CATEGORIES, type Category } from './categories.ts';

export const SEMANTIC_MODES = ['off', 'shadow', 'enforce'] as const;
/** What the semantic layer may do (docs/contract/safety.md). */
export type SemanticMode = (typeof SEMANTIC_MODES)[number];

export const SEMANTIC_STATUSES = [
  'disabled',
  'scored',
  'shadow_scored',
  'skipped_rules_block',
  'provider_timeout',
  'provider_error',
] as const;
/** What became of the semantic layer (docs/contract/safety.md). */
export type SemanticStatus = (typeof SEMANTIC_STATUSES)[number];

export const VERDICT_ACTIONS = ['allow', 'review', 'block'] as const;
export type VerdictAction = (typeof VERDICT_ACTIONS)[number];

export const REASON_CODES = [
  'allowed',
  'review_required',
  'restricted_content',
  'service_degraded',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/**
 * A prompt verdict without its request id (docs/contract/resources.md#prompt-verdict). Holds no
 * text and no score.
 */
export interface Verdict {
  readonly action: VerdictAction;
  readonly reasonCode: ReasonCode;
  /** In the order of `CATEGORIES`; empty when allowed. */
  readonly matchedCategories: readonly Category[];
  readonly semanticStatus: SemanticStatus;
}

/** How bad one layer found a prompt, category by category. */
export type Finding = 'review' | 'block';
export type Findings = ReadonlyMap<Category, Finding>;

export const NOTHING_FOUND: Findings = new Map();

/** Both layers' findings, the worse of each category: a layer can only raise the verdict. */
export function mergeFindings(...layers: readonly Findings[]): Findings {
  const merged = new Map<Category, Finding>();
  for (const layer of layers) {
    for (const [category, finding] of layer) {
      if (merged.get(category) !== 'block') merged.set(category, finding);
    }
  }
  return merged;
}

/** The findings with nothing worse than review, but for what concerns a minor. */
export function inDoubt(findings: Findings): Findings {
  return new Map(
    [...findings].map(([category, finding]) => [
      category,
      category === 'csam_minor' ? finding : 'review',
    ]),
  );
}

/** Whether any category is blocked. */
export function isBlocked(findings: Findings): boolean {
  for (const finding of findings.values()) if (finding === 'block') return true;
  return false;
}

/** The answer for findings; a blocked prompt names the blocked categories and those in doubt. */
export function verdictOf(findings: Findings, semanticStatus: SemanticStatus): Verdict {
  const matchedCategories = CATEGORIES.filter((category) => findings.has(category));
  if (isBlocked(findings)) {
    return { action: 'block', reasonCode: 'restricted_content', matchedCategories, semanticStatus };
  }
  if (matchedCategories.length > 0) {
    return { action: 'review', reasonCode: 'review_required', matchedCategories, semanticStatus };
  }
  return { action: 'allow', reasonCode: 'allowed', matchedCategories, semanticStatus };
}

/** What an `allow` becomes when a part of the service is missing; anything worse stays. */
export function degraded(verdict: Verdict): Verdict {
  if (verdict.action !== 'allow') return verdict;
  return { ...verdict, action: 'review', reasonCode: 'service_degraded' };
}
