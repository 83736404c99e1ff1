import type { Category } from './categories.ts';
import type { Signal } from './signals.ts';
import type { Finding } from './verdict.ts';

/** Signals that decide together; `denied` stands for what the prompt says it does not want. */
export interface Rule {
  readonly category: Category;
  /** One sighting of each group is needed. */
  readonly all: readonly (readonly (Signal | 'denied')[])[];
  /** Farthest distance between their beginnings, in characters of folded text. */
  readonly within: number;
  readonly finding: Finding;
  /** So many different words of the group are needed. */
  readonly distinct?: number;
  readonly softened?: Softening;
}

/** How the context changes a finding. Nothing softens what concerns a minor. */
export interface Softening {
  /** Allowed when one of these stands in the same clause and nothing else is sexual. */
  readonly governed: readonly Signal[];
  /** Held for review, no more, when one of these stands anywhere near. */
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

/** How near a softening context must be to a finding, in characters. */
export const CONTEXT_REACH = 300;
/** How near one must be that governs it. */
export const GOVERNING_REACH = 60;

const ALONE = 0;

/** Topics in which a deed is spoken of rather than pictured. */
const TOPICS = ['safeguarding', 'news', 'medicine'] as const;
const DEPICTED = ['nudity', 'sexual', 'explicit', 'risque', 'foreign'] as const;

/**
 * The always-on rules. Those of `csam_minor` err on the side of caution: a sign of a minor and
 * any sexual sign in one scene block, whatever else the prompt says.
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
