import type { Signal } from './signals.ts';
import { firstFrom, type Span } from './spans.ts';

/** Signals that in close succession mean another signal. */
export interface Chain {
  readonly means: Signal;
  readonly links: readonly Signal[];
  /** Maximum characters from the end of one link to the start of the next. */
  readonly gap: number;
}

/** Room for an adjective or a particle. */
const GAP = 8;
/** Room for "onto the other actress's ...". */
const WIDE_GAP = 24;

/** English puts the verb first, Japanese last, and Chinese does both. */
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

/** Finds the chain; each span covers everything from its first link to its last. */
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

/** Extends each span to the nearest next link that is close enough. */
function extend(open: readonly Span[], next: readonly Span[], gap: number): Span[] {
  return open.flatMap((span) => {
    const link = next[firstFrom(next, span.end)];
    return link && link.start <= span.end + gap ? [{ start: span.start, end: link.end }] : [];
  });
}
