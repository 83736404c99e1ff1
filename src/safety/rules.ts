import type { Category } from './categories.ts';
import type { Signal } from './signals.ts';
import type { Finding } from './verdict.ts';

/** Signals that decide together; `denied` is what the prompt rejects. */
export interface Rule {
  readonly category: Category;
  /** Requires one sighting from each group. */
  readonly all: readonly (readonly (Signal | 'denied')[])[];
  /** Maximum distance between their starts, in characters of folded text. */
  readonly within: number;
  readonly finding: Finding;
  /** Minimum number of different words of the group. */
  readonly distinct?: number;
  readonly softened?: Softening;
}

/** How context changes a finding. Nothing softens findings about minors. */
export interface Softening {
  /** Allowed when one of these stands in the same clause and nothing else is sexual. */
  readonly governed: readonly Signal[];
  /** Reduced to review if one of these is nearby. */
  readonly near: readonly Signal[];
}

/** One scene of a long prompt, in characters. */
const SCENE = 1_000;
/** A few sentences, in characters. */
const PASSAGE = 250;
/** One sentence, in characters. */
const SENTENCE = 100;
/** One clause, in characters. */
const CLAUSE = 48;

/** Maximum distance of a softening context from a finding, in characters. */
export const CONTEXT_REACH = 300;
/** Maximum distance of a context that governs it. */
export const GOVERNING_REACH = 60;

const ALONE = 0;

/** Topics that discuss acts rather than depict them. */
const TOPICS = ['safeguarding', 'news', 'medicine'] as const;
const DEPICTED = ['nudity', 'sexual', 'explicit', 'risque', 'foreign'] as const;

/**
 * The always-on rules. Those for `csam_minor` are cautious: a sign of a minor and any sexual sign
 * in one scene block, whatever else the prompt says.
 */
export const RULES: readonly Rule[] = [
  {
    category: 'csam_minor',
    all: [['minor'], [...DEPICTED, 'assault', 'undress-tool', 'undress-phrase', 'bestiality']],
    within: SCENE,
    finding: 'block',
  },
  {
    category: 'csam_minor',
    all: [['minor'], ['suggestive', 'denied']],
    within: SCENE,
    finding: 'review',
  },
  {
    category: 'sexual_violence_nonconsensual',
    all: [['assault']],
    within: ALONE,
    finding: 'block',
    softened: { governed: TOPICS, near: [...TOPICS, 'fiction'] },
  },
  {
    category: 'sexual_violence_nonconsensual',
    all: [['coercion'], ['nudity', 'sexual', 'explicit', 'risque']],
    within: SENTENCE,
    finding: 'block',
    softened: { governed: TOPICS, near: [...TOPICS, 'fiction'] },
  },
  {
    category: 'sexual_violence_nonconsensual',
    all: [['coercion'], ['suggestive']],
    within: SENTENCE,
    finding: 'review',
  },
  {
    category: 'sexual_violence_nonconsensual',
    all: [['covert'], ['private', 'nudity', 'sexual', 'risque']],
    within: SENTENCE,
    finding: 'block',
    softened: { governed: TOPICS, near: TOPICS },
  },
  {
    category: 'undress_transform',
    all: [['source-photo'], ['nudity']],
    within: SENTENCE,
    finding: 'block',
    softened: { governed: ['art', ...TOPICS], near: ['art', ...TOPICS] },
  },
  {
    category: 'undress_transform',
    all: [['undress-tool', 'undress-phrase']],
    within: ALONE,
    finding: 'block',
    softened: { governed: ['household', 'dressing', ...TOPICS], near: ['household', ...TOPICS] },
  },
  {
    category: 'face_swap_identity',
    all: [['face-swap']],
    within: ALONE,
    finding: 'block',
    softened: { governed: TOPICS, near: [...TOPICS, 'fiction'] },
  },
  {
    category: 'bestiality_restricted',
    all: [['bestiality']],
    within: ALONE,
    finding: 'block',
    softened: { governed: TOPICS, near: TOPICS },
  },
  {
    category: 'bestiality_restricted',
    all: [['animal'], ['explicit', 'sexual']],
    within: CLAUSE,
    finding: 'block',
    softened: { governed: [], near: TOPICS },
  },
  {
    category: 'adult_nsfw',
    all: [['explicit']],
    within: ALONE,
    finding: 'block',
    softened: { governed: [], near: [...TOPICS, 'art'] },
  },
  {
    category: 'adult_nsfw',
    all: [['sexual']],
    within: ALONE,
    finding: 'block',
    softened: { governed: TOPICS, near: [...TOPICS, 'art'] },
  },
  {
    category: 'adult_nsfw',
    all: [['nudity']],
    within: ALONE,
    finding: 'block',
    softened: {
      governed: ['art', 'household', ...TOPICS],
      near: ['art', 'household', ...TOPICS],
    },
  },
  {
    category: 'adult_nsfw',
    all: [['risque']],
    within: ALONE,
    finding: 'review',
    softened: { governed: ['art', 'household', ...TOPICS], near: [] },
  },
  { category: 'adult_nsfw', all: [['foreign']], within: ALONE, finding: 'review' },
  {
    category: 'adult_nsfw',
    all: [['suggestive']],
    within: PASSAGE,
    finding: 'review',
    distinct: 2,
    softened: { governed: ['art', ...TOPICS], near: [] },
  },
];
