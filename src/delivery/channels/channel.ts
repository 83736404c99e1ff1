import type { Environment } from '../../contract/caller.ts';
import type { EventType } from '../../events/event-types.ts';

/** What a channel makes a message of. */
export interface OutgoingEvent {
  /** The occurrence: the same on every retry. */
  readonly eventId: string;
  readonly eventType: EventType;
  readonly environment: Environment;
  /** The envelope, exactly as it was recorded (docs/contract/events.md#envelope). */
  readonly body: string;
  /** The webhook's secret, such as a Telegram chat id. */
  readonly secret: string | null;
}

export interface ChannelMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One way to tell a receiver about an event. */
export interface Channel {
  /** The message of one attempt. */
  render(event: OutgoingEvent, attemptedAt: Date): Promise<ChannelMessage>;
  /** Whether an answer with a 2xx status means that the message was taken; by default it does. */
  isAccepted?(responseBody: string): boolean;
}
