import type { z } from 'zod';
import type { BuyerMailName } from './buyer-mails/buyer-mails.ts';
import type { MerchantSwitch, PlatformSwitch } from './switches.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The groups of the dashboard's form, in order. */
export type EventGroup = 'Orders' | 'Subscriptions' | 'Plan changes' | 'Payments' | 'Refunds';

/** What an event's `eventId` is: an ID; for some order events combined with the time or month. */
export type EventIdKind = 'payment' | 'refund' | 'order' | 'order and time' | 'order and month';

/** The words of a merchant mail's sentences. */
export interface MailWords {
  readonly product: string;
  readonly amount: string;
  readonly refunded: string;
  readonly buyer: string;
  readonly store: string;
}

/** Subject, heading and paragraph of a mail; the rows are the same for all. */
export type MerchantText = (words: MailWords) => readonly [string, string, string];

/** A mail to the store's owner and admins about the event. */
export interface MerchantMail {
  readonly switch: MerchantSwitch;
  /** Event data that nobody is mailed about. */
  readonly unless?: (data: Fields) => boolean;
  readonly text: MerchantText;
}

/** A mail to the buyer about the event; its texts are in the buyers' languages. */
export interface BuyerMail<Name extends string = string> {
  readonly switch: PlatformSwitch;
  /** A different mail for certain event data. */
  readonly unless?: {
    readonly is: (data: Fields) => boolean;
    readonly switch: PlatformSwitch;
    readonly name: Name;
  };
  /**
   * A key for mails sent only once, however often the event occurs; by default each event sends a
   * mail.
   */
  readonly onceFor?: (data: Fields) => string;
}

/** Everything that differs between events; each has a file in `../events/types/`. */
export interface EventDescription<Type extends string, Shape extends z.ZodRawShape> {
  readonly type: Type;
  readonly group: EventGroup;
  /** One sentence that says when it happens, for the dashboard, the reference and the contract. */
  readonly meaning: string;
  readonly eventId: EventIdKind;
  /** The envelope's `id`: the `eventId`, or the occurrence's own ID for events that can repeat. */
  readonly id: 'eventId' | 'occurrence';
  /** A chat message's title and color. */
  readonly notice: { readonly title: string; readonly tone: 'good' | 'bad' | 'neutral' };
  /** If a change records several events, only one of them sends a mail. Null: no mail. */
  readonly merchantMail: MerchantMail | null;
  readonly buyerMail: Type extends BuyerMailName ? BuyerMail<BuyerMailName> | null : null;
  /** Fields of `data` in addition to those of every event (docs/contract/events.md#data). */
  readonly fields: Shape;
  /** These fields in a sample event whose order is in this state. */
  readonly sample: (now: Date) => z.input<z.ZodObject<Shape>>;
  readonly sampleStatus: string;
}

/** Defines an event type; the compiler checks it against its type and fields. */
export function eventType<const Type extends string, Shape extends z.ZodRawShape>(
  description: EventDescription<Type, Shape>,
): EventDescription<Type, Shape> {
  return description;
}
