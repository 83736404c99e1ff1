import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** The whole answer to one request that is written to a socket as it is, head included. */
export async function answerOnce(port: number, request: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const head = request.indexOf('\r\n') + 2;
  socket.write(request.subarray(0, head));
  socket.write('Connection: close\r\n');
  socket.write(request.subarray(head));
  return text(socket);
}
