import { Socket } from 'node:net';

/** What the driver passes on of its connection's settings. */
interface StreamSettings {
  readonly ssl?: unknown;
}

/** Bytes read at a time, as many as Node.js would allocate for each. */
const READ_BYTES = 64 * 1024;

/**
 * A socket that reads into one buffer again and again: allocating one for each 64 KB of a large row
 * takes a quarter of its processor time, mostly for garbage collections. Listeners must not keep the
 * bytes. An encrypted connection reads as usual.
 */
export function createReadingSocket({ ssl }: StreamSettings = {}): Socket {
  if (ssl) return new Socket();
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const callback = (length: number) => {
    socket.emit('data', buffer.subarray(0, length));
    return true;
  };
  const socket = new Socket({ onread: { buffer, callback } } as object);
  return socket;
}
