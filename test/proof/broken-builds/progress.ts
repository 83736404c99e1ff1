import type { Judgement } from './judge.ts';

const WIDTH = 30;
const WORDS: Readonly<Record<Judgement['outcome'], string>> = {
  caught: 'caught',
  survived: 'SURVIVED',
  unbuildable: 'COULD NOT BUILD',
};

/** A line for each build and, on a terminal, the overall progress below it. */
export function createProgress(total: number) {
  let done = 0;
  const startedAt = performance.now();
  const isTerminal = process.stdout.isTTY;
  const bar = () => {
    const filled = Math.round((done / total) * WIDTH);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done}/${total}, ${seconds} s`;
  };
  if (isTerminal) process.stdout.write(bar());
  return {
    step: (fault: string, { outcome }: Judgement) => {
      done += 1;
      if (isTerminal) process.stdout.write(`\r\u001b[K${WORDS[outcome]}: ${fault}\n${bar()}`);
      else process.stdout.write(`${bar()} ${WORDS[outcome]}: ${fault}\n`);
      if (isTerminal && done === total) process.stdout.write('\n');
    },
  };
}
