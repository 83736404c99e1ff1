import { createBuckets, digestOf } from '../buckets.ts';

/** Sessions remembered per process. Each takes about 300 bytes, so 6 MB in total. */
const MAX_SESSIONS = 20_000;
/** Milliseconds for which a session counts as known after it was last valid. */
const KNOWN_MS = 15 * 60 * 1000;

/** The dashboard sessions that were valid recently, by digest. */
export interface KnownSessions {
  has(secret: string, now: Date): boolean;
  remember(secret: string, now: Date): void;
  /** Called once a look-up didn't find it. */
  forget(secret: string, now: Date): void;
}

/** Sessions that are looked up even if their network has sent too many unknown ones. */
export function createKnownSessions(): KnownSessions {
  const sessions = createBuckets(MAX_SESSIONS);
  const keep = (digest: string, nowMs: number, knownMs: number) =>
    sessions.keep(digest, { tokens: 0, filledAtMs: nowMs, fullAtMs: nowMs + knownMs }, nowMs);
  return {
    has: (secret, now) => (sessions.get(digestOf(secret))?.fullAtMs ?? 0) > now.getTime(),
    remember: (secret, now) => keep(digestOf(secret), now.getTime(), KNOWN_MS),
    forget: (secret, now) => {
      const digest = digestOf(secret);
      if (sessions.has(digest)) keep(digest, now.getTime(), 0);
    },
  };
}
