import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorRow, errorTable } from '../contract/errors.ts';

const errors = errorTable('gateway', {
  malformed: [400, 'Malformed HTTP request'],
  tooSlow: [408, 'Request was not received in time'],
  headersTooLarge: [431, 'Request headers exceed 16 KB'],
});

const ROWS: Readonly<Record<string, ErrorRow>> = {
  ERR_HTTP_REQUEST_TIMEOUT: errors.tooSlow,
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
};

/** Answers invalid HTTP in the envelope, too, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, entries } = (ROWS[error.code ?? ''] ?? errors.malformed)();
  const body = JSON.stringify({ data: null, errors: entries });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
