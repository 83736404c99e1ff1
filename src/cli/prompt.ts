import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CliError } from './settings.ts';

/** Prompts on the terminal; hidden input isn't echoed. Throws if there is no terminal. */
export async function prompt(question: string, echo: 'shown' | 'hidden' = 'shown') {
  if (!process.stdin.isTTY) {
    throw new CliError(
      `${question.replace(/: $/, '')} is missing, and there is no terminal to prompt on`,
    );
  }
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = echo === 'hidden' ? silent : process.stdout;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const answer = await lines.question('');
  lines.close();
  if (echo === 'hidden') process.stdout.write('\n');
  return answer;
}
