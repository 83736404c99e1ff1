import type { Environment } from '../../contract/caller.ts';
import type { EventType } from '../../events/event-types.ts';

/** An event for a channel to render. */
export interface OutgoingEvent {
  /** The occurrence's ID, the same on every retry. */
  readonly eventId: string;
  readonly eventType: EventType;
  readonly environment: Environment;
  /** The envelope exactly as recorded (docs/contract/events.md#envelope). */
  readonly body: string;
  /** The webhook's secret, such as a Telegram chat id. */
  readonly secret: string | null;
}

export interface ChannelMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A way to notify a receiver of an event. */
export interface Channel {
  /** The message of one attempt. */
  render(event: OutgoingEvent, attemptedAt: Date): Promise<ChannelMessage>;
  /** Whether a 2xx response means that the message was accepted; by default it does. */
  isAccepted?(responseBody: string): boolean;
}
