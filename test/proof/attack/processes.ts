import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AttackOrder } from './attacker-main.ts';
import type { Answered } from './target.ts';

/** Attackers in a separate process, so that their work doesn't delay the measurements. */
export interface Attackers {
  /** Runs a scenario; returns the answers. */
  attack(order: AttackOrder): Promise<Answered[]>;
  end(): void;
}

/** A server that answers like the service and does nothing else. */
export interface Sink {
  readonly url: string;
  /** The answers to give from now on, in this order. */
  answerLike(answers: readonly Answered[]): Promise<void>;
  end(): void;
}

/** A process running a neighboring file: its ready message, and how to send it requests. */
async function startProcess(file: string) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  const next = async (): Promise<unknown> => {
    const [said] = await Promise.race([once(child, 'message'), ended]);
    return said;
  };
  const ask = (question: object) => {
    child.send(question);
    return next();
  };
  return { ready: await next(), ask, end: () => child.disconnect() };
}

export async function startAttackers(): Promise<Attackers> {
  const { ask, end } = await startProcess('./attacker-main.ts');
  return {
    attack: async (order) => {
      const answers = await ask(order);
      if (!Array.isArray(answers)) throw new Error(`The attackers exited with ${answers}`);
      return answers;
    },
    end,
  };
}

export async function startSink(): Promise<Sink> {
  const { ready, ask, end } = await startProcess('./sink-main.ts');
  return {
    url: `http://127.0.0.1:${ready}`,
    answerLike: async (answers) => {
      if ((await ask(answers)) !== 'told') throw new Error('The sink ended');
    },
    end,
  };
}
