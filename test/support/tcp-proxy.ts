import { connect, createServer, type Socket } from 'node:net';
import { toPrepared } from '../../src/database/statement.ts';

/** Where a connection is cut when a COMMIT is sent to the server. */
export type Cut = 'beforeCommit' | 'afterCommit' | 'none';

export interface TcpProxy {
  /** The given database URL, routed through the proxy. */
  readonly url: string;
  /** What happens to the next COMMITs. */
  cut: Cut;
  /** Awaited when a COMMIT was seen, before its sender loses the connection. */
  onCut: () => Promise<void>;
  /** Connections cut so far. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** The name under which the service prepares it. */
const { name: PREPARED } = toPrepared({ text: 'commit', values: [] });
/**
 * As framed by the protocol: a simple query (`Q`, the length, the text), or a prepared one (`B`,
 * the length, an empty portal name, the statement's name).
 */
const COMMIT = new RegExp(`Q\\0\\0\\0.(?:commit|COMMIT)\\0|B\\0\\0..\\0${PREPARED}\\0`, 's');

/** A proxy in front of PostgreSQL that drops connections at the worst moment. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const state: State = { cut: 'none', cuts: 0, onCut: async () => {} };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    join(client, upstream, state);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.toString(),
    get cut() {
      return state.cut;
    },
    set cut(cut) {
      state.cut = cut;
    },
    get onCut() {
      return state.onCut;
    },
    set onCut(onCut) {
      state.onCut = onCut;
    },
    get cuts() {
      return state.cuts;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type State = Pick<TcpProxy, 'cut' | 'onCut'> & { cuts: number };

function join(client: Socket, upstream: Socket, state: State): void {
  client.on('data', (chunk) => {
    const isCommit = state.cut !== 'none' && COMMIT.test(chunk.toString('latin1'));
    if (isCommit) cutConnection(client, upstream, chunk, state);
    else upstream.write(chunk);
  });
  upstream.on('data', (chunk) => client.write(chunk));
  for (const socket of [client, upstream]) socket.on('error', () => {});
  client.on('close', () => upstream.end());
  upstream.on('close', () => client.destroy());
}

function cutConnection(client: Socket, upstream: Socket, commit: Buffer, state: State): void {
  state.cuts += 1;
  client.pause();
  upstream.removeAllListeners('data');
  upstream.removeAllListeners('close');
  // Either the server receives the COMMIT and its answer is lost, or it never receives it.
  if (state.cut === 'afterCommit') upstream.end(commit);
  else upstream.destroy();
  void state.onCut().then(() => client.destroy());
}
