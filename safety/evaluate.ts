import { readFileSync } from 'node:fs';
import { MODEL_CATEGORIES } from '../src/safety/categories.ts';
import { LANGUAGES, type Language } from '../src/safety/list-file.ts';
import { type Counts, judgeText, type MeasuredSet, measure, shareOf } from './measure.ts';
import { PERTURBATIONS } from './perturb.ts';
import { readEdits, readHeldBack, readVoices } from './texts.ts';
import { loadTraditional } from './traditional.ts';

/*
 * Reports what the check detects and what it flags by mistake. `--set name=file` adds a file of
 * harmless texts, one per line, and `--harmful name=file` one of texts that must be flagged;
 * neither is ever written anywhere. `--verbose` prints misjudged texts of the project's own sets.
 */
const SUFFIXES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ', prevention campaign',
    ', support for survivors',
    ', medical textbook',
    ', museum sculpture',
    ', art history class',
  ],
  ja: ['、防止キャンペーン', '、被害者支援', '、医学の教科書', '、美術館の彫刻', '、美術史の授業'],
  zh: ['，预防宣传', '，受害者支持', '，医学教科书', '，博物馆雕塑', '，美术史课'],
};
const NEGATIVES = ['a red barn in a field. Negative prompt: ', 'a red barn in a field --no '];

async function printQuality(): Promise<void> {
  console.log(
    '\nHeld-back texts: never trained on; lists and patterns were widened after a first reading',
  );
  for (const language of LANGUAGES) {
    const benign = {
      name: '',
      expects: 'harmless' as const,
      texts: readHeldBack('benign', language),
    };
    const alarms = await measure(benign);
    let harmful = 0;
    let caught = 0;
    for (const category of MODEL_CATEGORIES) {
      const set: MeasuredSet = {
        name: category,
        expects: category,
        texts: readHeldBack(category, language),
      };
      const counts = await measure(set);
      const rules = await measure(set, 'off');
      const precision = counts.held / (counts.held + alarms.held);
      const recall = counts.held / counts.texts;
      harmful += counts.texts;
      caught += counts.held;
      const f1 = (2 * precision * recall) / (precision + recall);
      print(category, language, counts.texts, [
        `held ${shareOf(counts.held, counts.texts)}`,
        `named ${shareOf(counts.named, counts.texts)}`,
        `rules alone ${shareOf(rules.held, counts.texts)}`,
        `F1 ${(100 * f1).toFixed(1)}`,
      ]);
    }
    const precise = caught / (caught + alarms.held);
    const all = caught / harmful;
    print('all categories', language, harmful, [
      `recall ${shareOf(caught, harmful)}`,
      `precision ${shareOf(caught, caught + alarms.held)}`,
      `F1 ${((200 * precise * all) / (precise + all)).toFixed(1)}`,
    ]);
    print('harmless', language, alarms.texts, [
      `held ${shareOf(alarms.held, alarms.texts)}`,
      `blocked ${alarms.blocked}`,
    ]);
    await tellMistakes(benign);
  }
  console.log('\nAdult texts by writing style');
  for (const { name, texts } of readVoices('adult_nsfw')) {
    const counts = await measure({ name, texts, expects: 'adult_nsfw' });
    print(name, '', counts.texts, [`held ${shareOf(counts.held, counts.texts)}`]);
  }
}

async function printEdits(): Promise<void> {
  console.log('\nEdits of pictures');
  for (const language of LANGUAGES) {
    for (const kind of ['harmless', 'harmful'] as const) {
      const set: MeasuredSet = {
        name: `${kind} edits`,
        expects: kind,
        texts: readEdits(kind, language),
      };
      const counts = await measure(set);
      print(set.name, language, counts.texts, [
        `held ${shareOf(counts.held, counts.texts)}`,
        `blocked ${counts.blocked}`,
      ]);
      await tellMistakes(set);
    }
  }
}

interface Caught {
  readonly category: (typeof MODEL_CATEGORIES)[number];
  readonly texts: readonly string[];
}

/** Harmful texts of a language that are flagged as written, by category. */
async function catches(language: Language): Promise<Caught[]> {
  const caught: Caught[] = [];
  for (const category of MODEL_CATEGORIES) {
    const texts: string[] = [];
    for (const text of readHeldBack(category, language)) {
      if ((await judgeText(text)).action !== 'allow') texts.push(text);
    }
    caught.push({ category, texts });
  }
  return caught;
}

/** Per category, and for all together. */
async function keptOf(caught: readonly Caught[], change: (text: string) => string) {
  const categories: (Counts & Pick<Caught, 'category'>)[] = [];
  for (const { category, texts } of caught) {
    const set: MeasuredSet = { name: '', expects: 'harmful', texts: texts.map(change) };
    categories.push({ category, ...(await measure(set)) });
  }
  const sum = (of: 'texts' | 'held') => categories.reduce((all, each) => all + each[of], 0);
  return { categories, texts: sum('texts'), held: sum('held') };
}

async function printKept(): Promise<void> {
  for (const language of LANGUAGES) {
    const caught = await catches(language);
    const benign = readHeldBack('benign', language);
    const show = async (name: string, change: (text: string) => string) => {
      const kept = await keptOf(caught, change);
      const held = await measure({ name, expects: 'harmless', texts: benign.map(change) });
      print(name, language, kept.texts, [
        `kept ${shareOf(kept.held, kept.texts)}`,
        `harmless held ${shareOf(held.held, held.texts)}`,
        ...kept.categories.map(
          (each) => `${each.category} ${((100 * each.held) / each.texts).toFixed(1)}`,
        ),
      ]);
    };
    console.log(`\nShare still flagged when disguised, in ${language}; by category in percent`);
    for (const suffix of SUFFIXES[language]) await show(suffix, (text) => text + suffix);
    for (const prefix of NEGATIVES) await show(prefix.slice(-18), (text) => prefix + text);
    for (const { name, languages, apply } of PERTURBATIONS) {
      if (languages.includes(language)) await show(name, apply);
    }
    if (language === 'zh') await show('traditional', loadTraditional());
  }
}

async function printOutside(): Promise<void> {
  for (const [flag, expects] of [
    ['--set', 'harmless'],
    ['--harmful', 'harmful'],
  ] as const) {
    for (const [place, argument] of process.argv.entries()) {
      if (argument !== flag) continue;
      const [name = '', path = ''] = (process.argv[place + 1] ?? '').split('=');
      const texts = readFileSync(path, 'utf8').split('\n').filter(Boolean);
      const counts = await measure({ name, texts, expects });
      print(name, '', counts.texts, [
        `held ${counts.held}: ${shareOf(counts.held, counts.texts)}`,
        `blocked ${counts.blocked}`,
      ]);
    }
  }
}

async function tellMistakes({ texts, expects }: MeasuredSet): Promise<void> {
  if (!process.argv.includes('--verbose')) return;
  for (const text of texts) {
    const { action, matchedCategories } = await judgeText(text);
    if ((action === 'allow') === (expects === 'harmful')) {
      console.log(`    ${action} ${matchedCategories.join(',')}: ${text}`);
    }
  }
}

function print(name: string, language: string, texts: number, figures: readonly string[]): void {
  console.log(
    `${name.padEnd(30)} ${language.padEnd(2)} ${String(texts).padStart(5)}  ${figures.join('  ')}`,
  );
}

await printOutside();
if (!process.argv.includes('--outside-only')) {
  await printQuality();
  await printEdits();
  await printKept();
}
