import { WebSocket } from 'undici';

/** A place in the code where the profiler found the main thread, with its callers. */
export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** A CPU profile as defined by Chromium's DevTools; times in microseconds. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * Sampling interval in microseconds: short enough for seconds of load, long enough not to slow it.
 */
const EVERY_MICROSECONDS = 500;

/** Profiles the main thread of a process that was started with `--inspect=127.0.0.1:<port>`. */
export async function profileDuring(port: number, work: () => Promise<unknown>) {
  const targets = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('The process cannot be inspected');
  const inspector = await openInspector(target.webSocketDebuggerUrl);
  await inspector.send('Profiler.enable');
  await inspector.send('Profiler.setSamplingInterval', { interval: EVERY_MICROSECONDS });
  await inspector.send('Profiler.start');
  await work();
  const { profile } = await inspector.send<{ profile: CpuProfile }>('Profiler.stop');
  inspector.close();
  return profile;
}

async function openInspector(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const send = <T>(method: string, params: object = {}): Promise<T> => {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      waiting.set(id, resolve as (result: unknown) => void);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  return { send, close: () => socket.close() };
}

/**
 * The share of the main thread's busy time spent in each step. `stepOf` receives a place with its
 * callers, innermost first; idle time is excluded.
 */
export function sharesByStep(
  { nodes, samples, timeDeltas }: CpuProfile,
  stepOf: (frames: readonly ProfileNode['callFrame'][]) => string,
): ReadonlyMap<string, number> {
  const callers = new Map<number, ProfileNode>();
  for (const node of nodes) for (const child of node.children ?? []) callers.set(child, node);
  const steps = new Map<number, string | null>();
  for (const node of nodes) {
    const frames = [node.callFrame];
    for (let at = callers.get(node.id); at; at = callers.get(at.id)) frames.push(at.callFrame);
    steps.set(node.id, node.callFrame.functionName === '(idle)' ? null : stepOf(frames));
  }
  const times = new Map<string, number>();
  let busy = 0;
  for (const [place, sample] of samples.entries()) {
    const step = steps.get(sample);
    const time = timeDeltas[place] ?? 0;
    if (!step) continue;
    busy += time;
    times.set(step, (times.get(step) ?? 0) + time);
  }
  return new Map([...times].map(([step, time]) => [step, time / busy]));
}
