import type { Category } from '../src/safety/categories.ts';
import { createScanner, type PromptScanner } from '../src/safety/scanner.ts';
import type { SemanticMode, Verdict } from '../src/safety/verdict.ts';

/** Texts from one source with their expected verdict. */
export interface MeasuredSet {
  readonly name: string;
  readonly texts: readonly string[];
  /** A category, `harmful` for any, or `harmless`. */
  readonly expects: Category | 'harmful' | 'harmless';
}

/** How many texts of a set the check flagged. */
export interface Counts {
  readonly texts: number;
  readonly held: number;
  readonly blocked: number;
  /** Texts of a category whose verdict names that category. */
  readonly named: number;
}

const scanner: PromptScanner = createScanner();

/** The verdict of the shipped lists and weights. Throws if they couldn't be loaded. */
export function judgeText(text: string, semantic: SemanticMode = 'enforce'): Promise<Verdict> {
  if (scanner.problems.length > 0) throw new Error(scanner.problems.join('\n'));
  return scanner.scan(text, { locale: 'en', semantic });
}

/** Counts the verdicts of a set. */
export async function measure(
  { texts, expects }: MeasuredSet,
  semantic: SemanticMode = 'enforce',
): Promise<Counts> {
  const counts = { texts: texts.length, held: 0, blocked: 0, named: 0 };
  for (const text of texts) {
    const { action, matchedCategories } = await judgeText(text, semantic);
    if (action !== 'allow') counts.held += 1;
    if (action === 'block') counts.blocked += 1;
    if (matchedCategories.some((category) => category === expects)) counts.named += 1;
  }
  return counts;
}

const Z_95 = 1.96;

/** A share with its 95 % confidence interval (Wilson), as "12.0 % (8.1-17.3)". */
export function shareOf(count: number, total: number): string {
  if (total === 0) return 'no texts';
  const share = count / total;
  const weight = 1 + Z_95 ** 2 / total;
  const middle = (share + Z_95 ** 2 / (2 * total)) / weight;
  const reach =
    (Z_95 / weight) * Math.sqrt((share * (1 - share)) / total + (Z_95 / (2 * total)) ** 2);
  const percent = (value: number) => (100 * Math.min(1, Math.max(0, value))).toFixed(1);
  return `${percent(share)} % (${percent(middle - reach)}-${percent(middle + reach)})`;
}
