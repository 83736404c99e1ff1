import type { ChildProcess } from 'node:child_process';

/** Milliseconds from the end of a process until the last that it sent has been read. */
const READ_MS = 100;

/** A message of Node's cluster module, which the channel also carries. */
interface ClusterMessage {
  readonly act?: string;
  /** Number of a message that is to be acknowledged, and the number that this one acknowledges. */
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Takes back connections that were passed to a process which ends before it accepts them. Node's
 * cluster module would keep them open without an answer. It gives them to another process once they
 * are declined, so they are declined in the name of the one that ended.
 */
export function returnConnections(child: ChildProcess): void {
  const passed = new Set<number>();
  const send = child.send as (...parts: unknown[]) => boolean;
  child.send = (...parts: unknown[]) => {
    const { act, seq } = (parts[0] ?? {}) as ClusterMessage;
    if (act === 'newconn' && seq !== undefined) passed.add(seq);
    return Reflect.apply(send, child, parts);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) passed.delete(ack);
  });
  let isDisconnected = false;
  child.once('disconnect', () => {
    isDisconnected = true;
    for (const ack of passed) {
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
    }
  });
  // With a connection on its way, Node doesn't report that the channel is closed.
  child.once('exit', () => {
    setTimeout(() => isDisconnected || child.emit('disconnect'), READ_MS);
  });
}
