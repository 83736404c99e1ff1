import type { Signal } from './signals.ts';
import { firstFrom, type Span } from './spans.ts';

/** Signals that follow one another closely and then mean another signal. */
export interface Chain {
  readonly means: Signal;
  readonly links: readonly Signal[];
  /** Farthest from the end of one link to the beginning of the next, in characters. */
  readonly gap: number;
}

/** Room for an adjective or a particle. */
const GAP = 8;
/** Room for "onto the other actress's ...". */
const WIDE_GAP = 24;

/** English puts the verb first, Japanese last, Chinese both ways. */
export const CHAINS: readonly Chain[] = [
  { means: 'undress-phrase', links: ['undress-verb', 'owner', 'garment'], gap: GAP },
  { means: 'undress-phrase', links: ['owner', 'garment', 'undress-verb'], gap: GAP },
  { means: 'undress-phrase', links: ['make-verb', 'owner', 'nudity'], gap: GAP },
  { means: 'undress-phrase', links: ['make-verb', 'under', 'owner', 'garment'], gap: GAP },
  { means: 'undress-phrase', links: ['swap-verb', 'owner', 'garment', 'skin'], gap: GAP },
  { means: 'face-swap', links: ['swap-verb', 'owner', 'face'], gap: GAP },
  { means: 'face-swap', links: ['owner', 'face', 'swap-verb'], gap: GAP },
  { means: 'face-swap', links: ['place-verb', 'owner', 'face', 'onto', 'body'], gap: WIDE_GAP },
];

/** Where the chain stands; each of its spans reaches from the first link to the last. */
export function findChain(
  chain: Chain,
  sightings: Readonly<Record<Signal, readonly Span[]>>,
): Span[] {
  if (chain.links.some((link) => sightings[link].length === 0)) return [];
  const [first, ...rest] = chain.links;
  let open = first ? sightings[first] : [];
  for (const link of rest) open = extend(open, sightings[link], chain.gap);
  return [...open];
}

/** Each span grown to the nearest next link, where one is close enough. */
function extend(open: readonly Span[], next: readonly Span[], gap: number): Span[] {
  return open.flatMap((span) => {
    const link = next[firstFrom(next, span.end)];
    return link && link.start <= span.end + gap ? [{ start: span.start, end: link.end }] : [];
  });
}
