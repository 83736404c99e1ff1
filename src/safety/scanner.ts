import type { Category } from './categories.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { decodeText } from './decode.ts';
import { type Engine, loadEngine, type RuleData } from './engine.ts';
import { type Judgement, judge } from './judge.ts';
import type { Language } from './list-file.ts';
import { findingsOf, scoreText } from './model.ts';
import type { ModerationProvider } from './provider.ts';
import { readText } from './reading.ts';
import { withScratch } from './scratch.ts';
import { splitPrompt } from './syntax.ts';
import type { TermText } from './terms.ts';
import { readUnwanted } from './unwanted.ts';
import {
  degraded,
  type Finding,
  type Findings,
  inDoubt,
  isBlocked,
  mergeFindings,
  NOTHING_FOUND,
  type SemanticMode,
  type SemanticStatus,
  type Verdict,
  verdictOf,
} from './verdict.ts';
import type { Weights } from './weights.ts';

export interface ScanOptions {
  /** Only a hint: the rules of all languages always run (docs/contract/safety.md). */
  readonly locale: Language;
  readonly semantic: SemanticMode;
  /** The caller; the service lets each merchant's checks take turns. */
  readonly merchantId?: string;
}

/** The content-safety check. Stores nothing about a prompt, and never throws. */
export interface PromptScanner {
  scan(prompt: string, options: ScanOptions): Promise<Verdict>;
  /** Data that couldn't be loaded; while there is any, nothing is allowed. */
  readonly problems: readonly string[];
}

export interface ScannerOptions {
  /** Folder of lists and weights; by default `safety/` at the project's root. */
  readonly dataFolder?: string;
  /** An external moderation endpoint; without it, the embedded model decides alone. */
  readonly provider?: ModerationProvider;
  /** Called with every verdict, for metrics. */
  readonly onVerdict?: (verdict: Verdict) => void;
}

/** Loads the data once and returns the scanner. With broken data it answers `review`. */
export function createScanner(options: ScannerOptions = {}): PromptScanner {
  const engine = loadEngine(options.dataFolder ?? DATA_FOLDER);
  return scannerOf(engine, options);
}

/** A scanner for loaded data; tests pass their own lists. */
export function scannerOf(
  engine: Engine,
  { provider, onVerdict }: Omit<ScannerOptions, 'dataFolder'> = {},
): PromptScanner {
  return {
    problems: engine.problems,
    async scan(prompt, { semantic }) {
      const verdict = await check(prompt, semantic, engine, provider).catch(() =>
        degraded(verdictOf(NOTHING_FOUND, failedStatus(semantic))),
      );
      onVerdict?.(verdict);
      return verdict;
    },
  };
}

async function check(
  prompt: string,
  semantic: SemanticMode,
  engine: Engine,
  provider: ModerationProvider | undefined,
): Promise<Verdict> {
  const { rules, model } = engine;
  if (!rules) return degraded(verdictOf(NOTHING_FOUND, failedStatus(semantic)));
  const { findings, modelled } = withScratch(() => readPrompt(prompt, semantic, rules, model));
  if (semantic === 'off') return settle(findings, 'disabled', model === null);
  if (isBlocked(findings)) return verdictOf(findings, 'skipped_rules_block');
  const scored = await scoreSemantics(prompt, modelled, provider);
  const failed = scored.status !== 'scored';
  if (semantic === 'shadow') {
    return settle(findings, failed ? scored.status : 'shadow_scored', model === null);
  }
  return settle(mergeFindings(findings, scored.findings), scored.status, failed);
}

/** The findings of the rules, and of the model, which is skipped if the rules block. */
function readPrompt(
  prompt: string,
  semantic: SemanticMode,
  rules: RuleData,
  model: Weights | null,
): { readonly findings: Findings; readonly modelled: Findings | null } {
  const { wish, negative } = splitPrompt(decodeText(prompt));
  const unwanted = readUnwanted(negative, rules);
  const own = readText(wish, rules);
  const parts = [{ text: own, judgement: judge(own, rules.index, unwanted.namesClothes) }];
  if (unwanted.wish !== '') {
    const text = readText(unwanted.wish, rules);
    parts.push({ text, judgement: asUnwanted(judge(text, rules.index)) });
  }
  const findings = mergeFindings(...parts.map(({ judgement }) => judgement.findings));
  if (!model || semantic === 'off' || isBlocked(findings)) return { findings, modelled: null };
  return { findings, modelled: mergeFindings(...parts.map((part) => scorePart(part, model))) };
}

/** Findings in a negative prompt are doubtful: most generators exclude them. */
function asUnwanted(judgement: Judgement): Judgement {
  return { ...judgement, findings: inDoubt(judgement.findings), hasContext: true };
}

function settle(findings: Findings, status: SemanticStatus, isDegraded: boolean): Verdict {
  const verdict = verdictOf(findings, status);
  return isDegraded ? degraded(verdict) : verdict;
}

/** A part of a prompt that is judged separately. */
interface Part {
  readonly text: TermText;
  readonly judgement: Judgement;
}

interface Scored {
  readonly status: 'scored' | 'provider_timeout' | 'provider_error';
  readonly findings: Findings;
}

/** The model's and the provider's findings; the provider isn't called if the model is certain. */
async function scoreSemantics(
  prompt: string,
  findings: Findings | null,
  provider: ModerationProvider | undefined,
): Promise<Scored> {
  if (!findings) return { status: 'provider_error', findings: NOTHING_FOUND };
  if (!provider || isBlocked(findings)) return { status: 'scored', findings };
  const answer = await provider.moderate(prompt);
  if (answer.status !== 'scored') return { status: answer.status, findings };
  return { status: 'scored', findings: mergeFindings(findings, answer.findings) };
}

function scorePart({ text, judgement }: Part, model: Weights): Findings {
  if (text.foreign) return NOTHING_FOUND;
  const { sightings, unmeant, namesMinor, hasContext } = judgement;
  const found = findingsOf(scoreText({ text, sightings, unmeant }, model), model);
  const findings = hasContext ? inDoubt(found) : found;
  return namesMinor ? withMinor(findings) : findings;
}

/**
 * The model never decides `csam_minor`, but its doubt about a prompt that mentions a minor does.
 */
function withMinor(findings: Findings): Findings {
  const sexual: readonly Category[] = [
    'adult_nsfw',
    'sexual_violence_nonconsensual',
    'undress_transform',
    'bestiality_restricted',
  ];
  const worst = sexual.map((category) => findings.get(category)).filter(isFinding);
  if (worst.length === 0) return findings;
  const finding: Finding = worst.includes('block') ? 'block' : 'review';
  return mergeFindings(findings, new Map([['csam_minor', finding]]));
}

function isFinding(finding: Finding | undefined): finding is Finding {
  return finding !== undefined;
}

/** The semantic status of a check that couldn't run. */
function failedStatus(semantic: SemanticMode): SemanticStatus {
  return semantic === 'off' ? 'disabled' : 'provider_error';
}
