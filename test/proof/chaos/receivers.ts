import type { ServerResponse } from 'node:http';
import { type Received, type Respond, startReceiver } from '../../support/receiver.ts';

/** Delay of a slow receiver, in milliseconds. */
const SLOW_MS = 800;
const GIANT = Buffer.alloc(4 * 1024 * 1024, 'x');

export const MANNERS = ['good', 'slow', 'failing', 'hanging', 'closing', 'giant'] as const;
export type Manner = (typeof MANNERS)[number];

/** A receiver that misbehaves in its own way until it is healed. */
export interface ProgrammedReceiver {
  readonly manner: Manner;
  readonly url: string;
  readonly received: readonly Received[];
  /** Occurrences answered with 200, as `webhook-id path`. */
  readonly accepted: ReadonlySet<string>;
  heal(): void;
  /** Frees the memory of a long run's requests. */
  forget(): void;
}

/** The first attempts of an occurrence get the misbehavior; a later one is accepted. */
const PATIENCE: Readonly<Record<Manner, number>> = {
  good: 0,
  slow: 0,
  failing: 2,
  hanging: 1,
  closing: 2,
  giant: 0,
};

export function occurrence({ headers, path }: Received): string {
  return `${headers['webhook-id']} ${path}`;
}

export async function startReceivers(): Promise<ProgrammedReceiver[]> {
  return Promise.all(MANNERS.map(startOne));
}

async function startOne(manner: Manner): Promise<ProgrammedReceiver> {
  const accepted = new Set<string>();
  const tries = new Map<string, number>();
  let isHealed = false;
  const respond: Respond = (response, request) => {
    const id = occurrence(request);
    const count = (tries.get(id) ?? 0) + 1;
    tries.set(id, count);
    if (!isHealed && count <= PATIENCE[manner]) return misbehave(manner, response);
    accepted.add(id);
    if (isHealed || manner === 'good') response.end('ok');
    else if (manner === 'giant') response.end(GIANT);
    else setTimeout(() => response.end('ok'), manner === 'slow' ? SLOW_MS : 0);
  };
  const receiver = await startReceiver(respond);
  const { url, received } = receiver;
  const heal = () => {
    isHealed = true;
  };
  const forget = () => {
    receiver.forget();
    accepted.clear();
    tries.clear();
  };
  return { manner, url, received, accepted, heal, forget };
}

function misbehave(manner: Manner, response: ServerResponse): void {
  if (manner === 'failing') response.writeHead(500).end('broken');
  if (manner === 'closing') response.destroy();
  // Hanging: no answer at all.
}
