import { connect, type Socket } from 'node:net';

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** CPU microseconds per request of the generator's process. */
  readonly ownCpu: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface LoadOptions {
  /** If there are several, the connections are shared between them. */
  readonly port: number | readonly number[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests built beforehand; each connection takes the next one. */
  readonly requests: readonly Buffer[];
}

/** A placeholder in the request, replaced by a unique number of the same number of digits. */
export const NUMBER_MARK = '@'.repeat(12);

/** Where a run starts counting, above all numbers of previous runs. */
export function firstNumber(): number {
  return (Math.floor(Date.now() / 1_000) % 1_000_000) * 1_000_000;
}

/**
 * Keeps every connection busy with one request after the other. Uses raw sockets and parses answers
 * minimally, to leave the cores to the code under test.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const take = numbering(options.requests);
  const ports = [options.port].flat();
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const until = started + options.seconds * 1000;
  const connections = Array.from({ length: options.connections }, (_, place) =>
    driveConnection(ports[place % ports.length] as number, take, until, (status, ms) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(ms);
    }),
  );
  await Promise.all(connections);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  latencies.sort((a, b) => a - b);
  const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0;
  return {
    requests: latencies.length,
    seconds,
    perSecond: latencies.length / seconds,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    ownCpu: (user + system) / latencies.length,
    statuses,
  };
}

/** Yields one request after the other, each with its own number in place of the placeholder. */
function numbering(requests: readonly Buffer[]): () => Buffer {
  const places = requests.map((request) => request.indexOf(NUMBER_MARK));
  const first = firstNumber();
  let next = 0;
  return () => {
    const index = next++ % requests.length;
    const request = requests[index] as Buffer;
    const place = places[index] as number;
    if (place !== -1) {
      request.write(String(first + next).padStart(NUMBER_MARK.length, '0'), place, 'latin1');
    }
    return request;
  };
}

function driveConnection(
  port: number,
  take: () => Buffer,
  until: number,
  onAnswer: (status: string, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let sentAt = 0;
    let received = '';
    const send = () => {
      sentAt = performance.now();
      socket.write(take());
    };
    socket.once('connect', send);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      onAnswer(received.slice(9, 12), performance.now() - sentAt);
      received = '';
      if (performance.now() < until) return send();
      socket.end();
      resolve();
    });
  });
}

function isWhole(text: string): boolean {
  const headersEnd = text.indexOf('\r\n\r\n');
  if (headersEnd === -1) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headersEnd));
  return text.length >= headersEnd + 4 + Number(length?.[1] ?? 0);
}
