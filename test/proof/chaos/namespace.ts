import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A separate network for one process, with one cable to this machine; nothing leaves the machine.
 */
export interface Namespace {
  /** The address of the process, and the address at which it reaches its dependencies. */
  readonly insideAddress: string;
  readonly outsideAddress: string;
  /** The prefix of a command to run it inside. */
  readonly prefix: readonly string[];
  /** Pulls the cable: packets are lost in both directions without notice. */
  cut(): Promise<void>;
  heal(): Promise<void>;
  remove(): Promise<void>;
}

/** Creates one; null if the machine doesn't allow it. */
export async function openNamespace(): Promise<Namespace | null> {
  const id = process.pid % 100_000;
  const [name, outside, inside] = [`tgchaos${id}`, `tgo${id}`, `tgi${id}`];
  const net = `10.203.${id % 250}`;
  const ip = (...args: string[]) => run('ip', args);
  const remove = async () => {
    await ip('netns', 'del', name).catch(() => {});
    await ip('link', 'del', outside).catch(() => {});
  };
  try {
    await ip('netns', 'add', name);
    await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', name);
    await ip('addr', 'add', `${net}.1/30`, 'dev', outside);
    await ip('link', 'set', outside, 'up');
    await ip('-n', name, 'addr', 'add', `${net}.2/30`, 'dev', inside);
    await ip('-n', name, 'link', 'set', inside, 'up');
    await ip('-n', name, 'link', 'set', 'lo', 'up');
  } catch {
    await remove();
    return null;
  }
  return {
    insideAddress: `${net}.2`,
    outsideAddress: `${net}.1`,
    prefix: ['ip', 'netns', 'exec', name],
    cut: async () => void (await ip('link', 'set', outside, 'down')),
    heal: async () => void (await ip('link', 'set', outside, 'up')),
    remove,
  };
}
