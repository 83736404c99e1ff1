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
  /** Contexts nearby that soften the finding; the first that is present decides. */
  readonly eased?: readonly (readonly [by: Signal, to: Finding | 'allow'])[];
}

/** One scene of a long prompt, in characters. */
const SCENE = 1_000;
/** One sentence, in characters. */
const SENTENCE = 100;
/** One clause, in characters. */
const CLAUSE = 48;

/** How near a softening context must be to a finding, in characters. */
export const CONTEXT_REACH = 300;

const ALONE = 0;

/**
 * The always-on rules. Those of `csam_minor` err on the side of caution: a sign of a minor and
 * any sexual sign in one scene block, and nothing softens that below review.
 */
export const RULES: readonly Rule[] = [
  {
    category: 'csam_minor',
    all: [
      ['minor'],
      [
        'nudity',
        'sexual',
        'explicit',
        'suggestive',
        'assault',
        'undress-tool',
        'undress-phrase',
        'bestiality',
      ],
    ],
    within: SCENE,
    finding: 'block',
    eased: [['safeguarding', 'review']],
  },
  { category: 'csam_minor', all: [['minor'], ['denied']], within: SCENE, finding: 'review' },
  {
    category: 'sexual_violence_nonconsensual',
    all: [['assault']],
    within: ALONE,
    finding: 'block',
    eased: [
      ['safeguarding', 'allow'],
      ['news', 'allow'],
      ['medicine', 'allow'],
      ['fiction', 'review'],
    ],
  },
  {
    category: 'sexual_violence_nonconsensual',
    all: [['coercion'], ['nudity', 'sexual', 'explicit', 'suggestive']],
    within: SENTENCE,
    finding: 'block',
    eased: [
      ['safeguarding', 'allow'],
      ['news', 'review'],
    ],
  },
  {
    category: 'sexual_violence_nonconsensual',
    all: [['covert'], ['private', 'nudity', 'sexual']],
    within: SENTENCE,
    finding: 'block',
    eased: [
      ['safeguarding', 'allow'],
      ['news', 'allow'],
    ],
  },
  {
    category: 'undress_transform',
    all: [['source-photo'], ['nudity']],
    within: SENTENCE,
    finding: 'block',
    eased: [
      ['art', 'allow'],
      ['medicine', 'allow'],
      ['safeguarding', 'allow'],
    ],
  },
  {
    category: 'undress_transform',
    all: [['undress-tool', 'undress-phrase']],
    within: ALONE,
    finding: 'block',
    eased: [
      ['household', 'allow'],
      ['safeguarding', 'allow'],
      ['news', 'allow'],
      ['medicine', 'review'],
    ],
  },
  {
    category: 'face_swap_identity',
    all: [['face-swap']],
    within: ALONE,
    finding: 'block',
    eased: [
      ['safeguarding', 'allow'],
      ['news', 'allow'],
      ['medicine', 'allow'],
      ['fiction', 'review'],
    ],
  },
  {
    category: 'bestiality_restricted',
    all: [['bestiality']],
    within: ALONE,
    finding: 'block',
    eased: [
      ['safeguarding', 'allow'],
      ['news', 'allow'],
    ],
  },
  {
    category: 'bestiality_restricted',
    all: [['animal'], ['sexual', 'explicit']],
    within: CLAUSE,
    finding: 'block',
    eased: [['medicine', 'allow']],
  },
  {
    category: 'adult_nsfw',
    all: [['explicit']],
    within: ALONE,
    finding: 'block',
    eased: [
      ['safeguarding', 'allow'],
      ['news', 'review'],
      ['medicine', 'review'],
    ],
  },
  {
    category: 'adult_nsfw',
    all: [['sexual']],
    within: ALONE,
    finding: 'block',
    eased: [
      ['safeguarding', 'allow'],
      ['medicine', 'allow'],
      ['news', 'allow'],
      ['art', 'review'],
    ],
  },
  {
    category: 'adult_nsfw',
    all: [['nudity']],
    within: ALONE,
    finding: 'block',
    eased: [
      ['art', 'allow'],
      ['medicine', 'allow'],
      ['safeguarding', 'allow'],
      ['household', 'allow'],
      ['news', 'review'],
    ],
  },
];
