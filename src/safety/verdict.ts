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
/** Status of the semantic layer (docs/contract/safety.md). */
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
 * A prompt verdict without its request ID (docs/contract/resources.md#prompt-verdict). Contains no
 * text and no score.
 */
export interface Verdict {
  readonly action: VerdictAction;
  readonly reasonCode: ReasonCode;
  /** In the order of `CATEGORIES`; empty when allowed. */
  readonly matchedCategories: readonly Category[];
  readonly semanticStatus: SemanticStatus;
}

/** One layer's severity for a category of a prompt. */
export type Finding = 'review' | 'block';
export type Findings = ReadonlyMap<Category, Finding>;

export const NOTHING_FOUND: Findings = new Map();

/** Merges the layers' findings by the highest severity: a layer can only raise the verdict. */
export function mergeFindings(...layers: readonly Findings[]): Findings {
  const merged = new Map<Category, Finding>();
  for (const layer of layers) {
    for (const [category, finding] of layer) {
      if (merged.get(category) !== 'block') merged.set(category, finding);
    }
  }
  return merged;
}

/** Limits the findings to review, except those about minors. */
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

/** The verdict for findings; a blocked prompt names blocked categories and doubtful ones. */
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

/** The verdict when a part of the service is missing: `service_degraded` unless it blocks. */
export function degraded(verdict: Verdict): Verdict {
  if (verdict.action === 'block') return verdict;
  return { ...verdict, action: 'review', reasonCode: 'service_degraded' };
}
