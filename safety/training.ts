import { MODEL_CATEGORIES } from '../src/safety/categories.ts';
import { type FoldTable, foldText } from '../src/safety/folds.ts';
import { LANGUAGES } from '../src/safety/list-file.ts';
import { scoreText } from '../src/safety/model.ts';
import { splitPrompt } from '../src/safety/syntax.ts';
import type { CategoryHead, Weights } from '../src/safety/weights.ts';
import { type Example, fitCategory, toExample } from './fit.ts';
import { seededRandom, shuffle } from './random.ts';
import { type Label, readGrammar, sampleTexts } from './texts.ts';

/** Everything random in the training follows from this. */
const SEED = 20_240_607;
const TEXTS_PER_CATEGORY = 900;
const BENIGN_TEXTS = 9_000;
/** One text in so many is kept from fitting, to set the thresholds. */
const VALIDATION_PART = 6;
/** One text in so many is also learnt with its letters apart, where no words are left to see. */
const SPACED_PART = 4;
/** Share of the benign validation texts that may reach review, and block. */
const REVIEW_SHARE = 0.003;
const BLOCK_SHARE = 0.0005;
/** Log-odds that a text must reach at least: 0.38 and 0.8. */
const LOWEST_REVIEW = -0.5;
const LOWEST_BLOCK = 1.4;

interface LabelledText {
  readonly label: Label;
  readonly text: string;
}

function gather(): LabelledText[] {
  const random = seededRandom(SEED);
  const texts: LabelledText[] = [];
  for (const label of [...MODEL_CATEGORIES, 'benign'] as const) {
    for (const language of LANGUAGES) {
      const count = label === 'benign' ? BENIGN_TEXTS : TEXTS_PER_CATEGORY;
      for (const text of sampleTexts(readGrammar(label, language), count, random)) {
        texts.push({ label, text });
      }
    }
  }
  shuffle(texts, random);
  return texts;
}

/** Trains on the project's own texts; the same seed gives the same weights, byte for byte. */
export function trainWeights(table: FoldTable): Weights {
  const texts = gather().map(({ label, text }) => ({
    label,
    folded: foldText(splitPrompt(text).wish, table),
  }));
  const isValidation = (_: unknown, place: number) => place % VALIDATION_PART === 0;
  const fitted = texts.filter((text, place) => !isValidation(text, place));
  const examples: Example[] = fitted.flatMap(({ label, folded }, place) => {
    const plain = toExample(folded, label);
    return place % SPACED_PART === 0 ? [plain, toExample(spaced(folded), label)] : [plain];
  });
  const width = MODEL_CATEGORIES.length;
  const heads = MODEL_CATEGORIES.map((category) => fitCategory(examples, category, SEED));
  const weights = new Int8Array((heads[0]?.steps.length ?? 0) * width);
  for (const [category, head] of heads.entries()) {
    for (const [bucket, step] of head.steps.entries()) weights[bucket * width + category] = step;
  }
  const bare: Weights = {
    heads: heads.map(({ bias, scale }) => ({ bias, scale, reviewAt: 0, blockAt: 0 })),
    weights,
  };
  const benign = texts.filter(isValidation).filter(({ label }) => label === 'benign');
  return {
    heads: withThresholds(
      bare,
      benign.map(({ folded }) => folded),
    ),
    weights,
  };
}

function spaced(folded: string): string {
  return folded.replace(/[a-z](?=[a-z])/g, '$& ');
}

function withThresholds(model: Weights, benign: readonly string[]): CategoryHead[] {
  const scores = benign.map((folded) => scoreText(folded, model));
  return model.heads.map((head, category) => {
    const sorted = scores.map((each) => each[category] as number).sort((a, b) => b - a);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] as number;
    return {
      ...head,
      reviewAt: Math.max(LOWEST_REVIEW, at(REVIEW_SHARE)),
      blockAt: Math.max(LOWEST_BLOCK, at(BLOCK_SHARE)),
    };
  });
}
