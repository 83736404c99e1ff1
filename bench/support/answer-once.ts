import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** The whole response to one request, written to a socket verbatim, headers included. */
export async function answerOnce(port: number, request: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const head = request.indexOf('\r\n') + 2;
  socket.write(request.subarray(0, head));
  socket.write('Connection: close\r\n');
  socket.write(request.subarray(head));
  return text(socket);
}
