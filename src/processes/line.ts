/** Either end of the channel between the supervisor and one of its processes. */
export interface Channel {
  readonly connected: boolean;
  send?(message: object, callback: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: object) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

/** Handlers for the other end's requests. */
export type Answers = Readonly<Record<string, (body: never) => unknown>>;

export interface Line {
  /** The other end's response. Throws if it doesn't arrive in time. */
  ask<T>(name: string, body?: unknown, maxMs?: number): Promise<T>;
  /** Sends a message without a response. */
  tell(name: string, body?: unknown): void;
}

type Message =
  | { readonly ask: string; readonly id: number; readonly body?: unknown }
  | { readonly answer: number; readonly body?: unknown; readonly failed?: boolean };

interface Waiting {
  resolve(body: unknown): void;
  reject(error: Error): void;
}

/** Default timeout of a response in milliseconds. */
const MAX_ANSWER_MS = 1_000;
const GONE = 'The other process is gone';

/** Requests and responses over the channel; ignores other messages. */
export function createLine(channel: Channel, answers: Answers): Line {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const send = (message: Message) => {
    if (channel.connected) channel.send?.(message, () => {});
  };
  const answer = async (id: number, name: string, body: unknown) => {
    try {
      send({ answer: id, body: await answers[name]?.(body as never) });
    } catch {
      send({ answer: id, failed: true });
    }
  };
  channel.on('message', (given) => {
    const message = given as Message;
    if ('ask' in message) return void answer(message.id, message.ask, message.body);
    if (!('answer' in message)) return;
    const asker = waiting.get(message.answer);
    if (message.failed) asker?.reject(new Error('The other process could not answer'));
    else asker?.resolve(message.body);
  });
  channel.once('disconnect', () => {
    for (const asker of waiting.values()) asker.reject(new Error(GONE));
  });
  return {
    tell: (name, body) => send({ ask: name, id: 0, body }),
    ask: async <T>(name: string, body?: unknown, maxMs = MAX_ANSWER_MS) => {
      if (!channel.connected) throw new Error(GONE);
      asked += 1;
      const id = asked;
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<T>((resolve, reject) => {
          timer = setTimeout(() => reject(new Error('No answer in time')), maxMs);
          waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
          send({ ask: name, id, body });
        });
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
  };
}
