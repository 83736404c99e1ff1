import type { ModelCategory } from '../src/safety/categories.ts';
import { BUCKETS, featureNorm } from '../src/safety/features.ts';
import { eachMeantFeature, type ModelInput } from '../src/safety/model.ts';
import { seededRandom, shuffle } from './random.ts';
import type { Label } from './texts.ts';

/** One training text as its features. */
export interface Example {
  readonly label: Label;
  readonly buckets: Uint32Array;
  /** The weight of one feature, so that long and short texts count equally. */
  readonly norm: number;
}

/** A fitted category with weights in steps of `scale`. */
export interface FittedHead {
  readonly bias: number;
  readonly scale: number;
  readonly steps: Int8Array;
}

const EPOCHS = 6;
const LEARNING_RATE = 0.3;
const SHRINKAGE = 3e-5;
/** Positive texts are rarer than the others, so each counts this many times. */
const POSITIVE_WEIGHT = 2;
const MAX_STEP = 127;

/** The features of the model's input. */
export function toExample(input: ModelInput, label: Label): Example {
  const buckets: number[] = [];
  eachMeantFeature(input, (bucket) => buckets.push(bucket));
  return { label, buckets: Uint32Array.from(buckets), norm: featureNorm(buckets.length) };
}

/** Logistic regression of one category against all other texts (AdaGrad, seeded order). */
export function fitCategory(
  examples: readonly Example[],
  category: ModelCategory,
  seed: number,
): FittedHead {
  const random = seededRandom(seed);
  const order = [...examples];
  const weights = new Float64Array(BUCKETS);
  const squares = new Float64Array(BUCKETS).fill(1e-2);
  let bias = -1;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const { label, buckets, norm } of order) {
      let score = bias;
      for (const bucket of buckets) score += (weights[bucket] as number) * norm;
      const positive = label === category;
      const error =
        (positive ? POSITIVE_WEIGHT : 1) * ((positive ? 1 : 0) - 1 / (1 + Math.exp(-score)));
      bias += 0.01 * error;
      if (Math.abs(error) < 1e-3) continue;
      for (const bucket of buckets) {
        const weight = weights[bucket] as number;
        const slope = error * norm - SHRINKAGE * weight;
        squares[bucket] = (squares[bucket] as number) + slope * slope;
        weights[bucket] = weight + (LEARNING_RATE * slope) / Math.sqrt(squares[bucket] as number);
      }
    }
  }
  return quantise(weights, bias);
}

function quantise(weights: Float64Array, bias: number): FittedHead {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-6);
  const scale = Math.fround(largest / MAX_STEP);
  return { bias, scale, steps: Int8Array.from(weights, (weight) => Math.round(weight / scale)) };
}
