import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../safety/random.ts';
import { createScanner } from '../src/safety/scanner.ts';
import { median, report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';

/**
 * Times the check of prompts of the two lengths that have a limit, on one core: by wall clock, and
 * by CPU time, which isn't affected by other programs on the machine.
 */
const LENGTHS = [
  { characters: 1_000, limitMs: 1 },
  { characters: 10_000, limitMs: 5 },
] as const;
/** Number of processes that load the check, one after the other. */
const STARTS = 5;
const START_LIMIT_MS = 150;
const MEMORY_LIMIT_MB = 40;
const ROUNDS = scaled(2_000, 500);
const WARM_UP = scaled(300, 100);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = Array.from({ length: 20_000 }, (_, place) =>
  String.fromCharCode(0x4e00 + place),
);

/** A text without repetition, the same in every run. */
function lettersOf(length: number, letters: readonly string[]): string {
  const random = seededRandom(length);
  return Array.from({ length }, () => letters[random.below(letters.length)]).join('');
}

/** Texts of different kinds: ordinary, disguised, full of listed words, without word boundaries. */
const SAMPLES: Readonly<Record<string, string>> = {
  'English prose': 'a lighthouse on a cliff above a stormy sea, oil painting, soft light, ',
  'Japanese prose': '公園で犬を散歩させている女性と、ベンチで本を読む老人の写真、',
  'Chinese prose': '夕阳下的海边，一位老人坐在长椅上看书，远处有一艘帆船，',
  'leet and accents': 'r3d l1ghth0use 4t d4wn, càfé téra$$e w1th p3ople, ',
  'many contexts': 'no museum, without a doctor, news of a dog, a child in a museum, not ',
  'negated words': 'no nudity, ',
  brackets: '((((a:1.3)(b:-1.2)--no --x <lora:',
  'one letter': 'n',
  digits: '12 ',
  'growing in NFKC': '\u3316',
  'an Arabic phrase in a letter': '\ufdfa',
  'no blanks': 'thequickbrownfoxjumpsoverthelazydog',
  'letters spaced': 'a b c d e f g h ',
  'unknown words': 'xqzvbw kjhtrp wqzmnb ',
  Cyrillic: 'привет мир как дела ',
  'Cyrillic that sounds English': 'один два сорок лес поле река ',
  dashes: '-',
  'unknown words, all different': lettersOf(10_000, [...LETTERS, ' ', ' ', ' ']),
  'one word of random letters': lettersOf(10_000, [...LETTERS]),
  'different Chinese characters': lettersOf(10_000, CHARACTERS),
  'German prose': 'der Turm und das Haus mit einem Vogel im Nebel, ',
};

holdToOneCore();
const scanner = createScanner();
const heat = async (prompt: string) => scanner.scan(prompt, { locale: 'en', semantic: 'enforce' });

async function measure(prompt: string): Promise<{ wall: number[]; processor: number[] }> {
  const wall: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < ROUNDS / (prompt.length > 5_000 ? 5 : 1); round += 1) {
    // Every prompt is different, so that nothing can be cached.
    const text = `${round % 10}${prompt.slice(1)}`;
    const usage = process.cpuUsage();
    const start = performance.now();
    await scanner.scan(text, { locale: 'en', semantic: 'enforce' });
    wall.push(performance.now() - start);
    const { user, system } = process.cpuUsage(usage);
    processor.push((user + system) / 1_000);
  }
  return { wall: wall.sort(ascending), processor: processor.sort(ascending) };
}

function ascending(left: number, right: number): number {
  return left - right;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

async function main(): Promise<void> {
  if (scanner.problems.length > 0) throw new Error(scanner.problems.join('\n'));
  for (let round = 0; round < WARM_UP; round += 1) {
    for (const text of Object.values(SAMPLES)) await heat(text.repeat(10));
  }
  for (const { characters, limitMs } of LENGTHS) await measureLength(characters, limitMs);
  measureStart();
}

/** What loading the check costs in a process that does nothing else. */
function measureStart(): void {
  const file = fileURLToPath(new URL('./support/safety-start.ts', import.meta.url));
  const starts = Array.from({ length: STARTS }, () => {
    const options = [...process.execArgv, '--expose-gc', file];
    return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' })) as {
      readonly ms: number;
      readonly megabytes: number;
    };
  });
  const limit = (value: number) => ({ must: 'be at most', value }) as const;
  report({
    title: 'Loading the check in a fresh process',
    conditions: `one core; processor time, and memory after a collection of garbage; median of ${STARTS}`,
    rounds: STARTS,
    figures: [
      {
        name: 'time to load',
        value: median(starts.map(({ ms }) => ms)),
        unit: 'ms',
        target: limit(START_LIMIT_MS),
      },
      {
        name: 'memory kept',
        value: median(starts.map(({ megabytes }) => megabytes)),
        unit: 'MB',
        target: limit(MEMORY_LIMIT_MB),
      },
    ],
  });
}

async function measureLength(characters: number, limitMs: number): Promise<void> {
  const rows: { name: string; p50: number; p99: number; cpu: number }[] = [];
  for (const [name, text] of Object.entries(SAMPLES)) {
    const prompt = text.repeat(Math.ceil(characters / text.length)).slice(0, characters);
    const { wall, processor } = await measure(prompt);
    const p50 = quantile(wall, 0.5);
    rows.push({ name, p50, p99: quantile(wall, 0.99), cpu: quantile(processor, 0.99) });
  }
  const slowest = rows.reduce((most, row) => (row.cpu > most.cpu ? row : most));
  const target = { must: 'be at most', value: limitMs } as const;
  const title = `Checks of prompts of ${characters.toLocaleString('en-US')} characters`;
  report({
    title,
    conditions: 'one core, no HTTP; the target is for the processor time of the slowest hundredth',
    rounds: 1,
    figures: [{ name: `slowest: ${slowest.name}`, value: slowest.cpu, unit: 'ms', target }],
    rows: rows.map(({ name, p50, p99, cpu }) => ({
      name,
      unit: 'ms',
      cells: { 'p99 of processor time': cpu, 'p50 by the clock': p50, 'p99 by the clock': p99 },
    })),
    plots: [
      {
        file: `safety-${characters}`,
        title: `${title}, p99 of processor time`,
        unit: 'ms',
        bars: rows.map(({ name, cpu }) => bar(name, cpu)),
        limits: [{ name: 'target', value: limitMs }],
      },
    ],
  });
}

/**
 * Reruns this file pinned to one core, as the target requires, and exits with it; does nothing
 * without `taskset`.
 */
function holdToOneCore(): void {
  if (process.env.BENCH_ONE_CORE) return;
  const command = ['-c', '0', process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, BENCH_ONE_CORE: '1' };
  const { status } = spawnSync('taskset', command, { stdio: 'inherit', env });
  if (status !== null) process.exit(status);
}

await main();
