import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { networkOf } from './rate-limit.ts';

/** Requests that a network may have under way while other networks have some. */
const MAX_UNDER_WAY = 2;
/** Milliseconds for which a request counts: after that, it probably waits for something else. */
const COUNTED_MS = 50;
/** Milliseconds for which a caller counts as active after its last request arrived. */
const ACTIVE_MS = 250;

interface Line {
  /** When each request under way began, the earliest first. */
  readonly underWay: Map<object, number>;
  readonly waiting: (() => void)[];
  lastAt: number;
  timer: NodeJS.Timeout | null;
}

/** Calls `start` when it is the caller's turn; returns a function to call at the request's end. */
export type FairTurns = (who: string, start: () => void) => () => void;

/**
 * Lets a caller's requests wait for each other while other callers have some. A request takes
 * several steps, between which others run; so each step meets a few of another caller's requests
 * instead of all that it sent. A caller alone waits for nothing.
 */
export function createFairTurns(): FairTurns {
  /** Active callers, the least recent one first. */
  const lines = new Map<string, Line>();
  const countUnderWay = ({ underWay }: Line, now: number) => {
    for (const [request, beganAt] of underWay) {
      if (beganAt > now - COUNTED_MS) break;
      underWay.delete(request);
    }
    return underWay.size;
  };
  const isAlone = (now: number) => {
    for (const [who, line] of lines) {
      const isActive = line.waiting.length > 0 || line.lastAt > now - ACTIVE_MS;
      if (isActive || countUnderWay(line, now) > 0) break;
      lines.delete(who);
    }
    return lines.size <= 1;
  };
  const advance = (line: Line) => {
    const now = performance.now();
    const mayStart = () => countUnderWay(line, now) < MAX_UNDER_WAY || isAlone(now);
    while (line.waiting.length > 0 && mayStart()) line.waiting.shift()?.();
    if (line.waiting.length === 0) return;
    line.timer ??= setTimeout(() => {
      line.timer = null;
      advance(line);
    }, COUNTED_MS);
  };
  return (who, start) => {
    const line = lines.get(who) ?? createLine();
    lines.delete(who);
    lines.set(who, line);
    line.lastAt = performance.now();
    const request = {};
    let isOver = false;
    line.waiting.push(() => {
      if (!isOver) line.underWay.set(request, performance.now());
      start();
    });
    advance(line);
    return () => {
      isOver = true;
      line.underWay.delete(request);
      advance(line);
    };
  };
}

function createLine(): Line {
  return { underWay: new Map(), waiting: [], lastAt: 0, timer: null };
}

declare module 'fastify' {
  interface FastifyRequest {
    endTurn?: () => void;
  }
}

/**
 * Makes the requests of a network take turns while other networks have some. A turn ends when the
 * response begins: a refusal may wait, and a stream lasts.
 */
export function takeFairTurns(
  server: FastifyInstance,
  { config }: { readonly config: Pick<Config, 'RATE_LIMITS'> },
): void {
  if (config.RATE_LIMITS === 'off') return;
  const takeTurn = createFairTurns();
  server.decorateRequest('endTurn', undefined);
  server.addHook('preHandler', (request, reply, done) => {
    request.endTurn = takeTurn(networkOf(request.ip), done);
    reply.raw.once('close', request.endTurn);
  });
  server.addHook('onSend', (request, _reply, payload, done) => {
    request.endTurn?.();
    done(null, payload);
  });
}
