import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends one request after the other; kept minimal to leave the cores to the server. */
export interface HttpConnection {
  ask(request: Buffer | string): Promise<HttpAnswer>;
  close(): void;
}

export async function openConnection(port: number): Promise<HttpConnection> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let received = '';
  let answer: ((answer: HttpAnswer) => void) | null = null;
  let fail: (error: Error) => void = () => {};
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('The server closed the connection')));
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const whole = readAnswer(received);
    if (whole === null) return;
    received = '';
    answer?.(whole);
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
        socket.write(request);
      }),
    close: () => {
      fail = () => {};
      socket.destroy();
    },
  };
}

function readAnswer(text: string): HttpAnswer | null {
  const headersEnd = text.indexOf('\r\n\r\n');
  if (headersEnd === -1) return null;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headersEnd));
  const end = headersEnd + 4 + Number(length?.[1] ?? 0);
  if (text.length < end) return null;
  const head = text.slice(0, headersEnd);
  return { status: Number(head.slice(9, 12)), head, body: text.slice(headersEnd + 4, end) };
}
