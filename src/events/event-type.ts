import type { z } from 'zod';
import type { BuyerMailName } from './buyer-mails/buyer-mails.ts';
import type { MerchantSwitch, PlatformSwitch } from './switches.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parts of the dashboard's form, in its order. */
export type EventGroup = 'Orders' | 'Subscriptions' | 'Plan changes' | 'Refunds';

/** What an event's `eventId` is: an ID, of an order also with the time or the month. */
export type EventIdKind = 'payment' | 'refund' | 'order' | 'order and time' | 'order and month';

/** What a mail to the merchant is about, ready to be put into sentences. */
export interface MailWords {
  readonly product: string;
  readonly amount: string;
  readonly refunded: string;
  readonly buyer: string;
  readonly store: string;
}

/** Subject, heading and paragraph of a mail; the rows below are the same for all. */
export type MerchantText = (words: MailWords) => readonly [string, string, string];

/** A mail to the buyer of the event; its texts stand in the buyers' languages. */
export interface BuyerMail<Name extends string = string> {
  readonly switch: PlatformSwitch;
  /** Another mail in its place, where the event's data calls for it. */
  readonly unless?: {
    readonly is: (data: Fields) => boolean;
    readonly switch: PlatformSwitch;
    readonly name: Name;
  };
  /** Names what is told once, however often the event happens; by default each event mails. */
  readonly onceFor?: (data: Fields) => string;
}

/** All that differs from one event to another; `../events/types/` has a file for each. */
export interface EventDescription<Type extends string, Shape extends z.ZodRawShape> {
  readonly type: Type;
  readonly group: EventGroup;
  /** One sentence: when it happens. For the dashboard, the reference and the contract. */
  readonly meaning: string;
  readonly eventId: EventIdKind;
  /** The envelope's `id`: the `eventId`, or of what can happen twice the occurrence's own. */
  readonly id: 'eventId' | 'occurrence';
  /** How a chat message begins, and its color. */
  readonly notice: { readonly title: string; readonly tone: 'good' | 'bad' | 'neutral' };
  /** Where a change records several events, one of them mails. Null: nobody is mailed. */
  readonly merchantMail: { readonly switch: MerchantSwitch; readonly text: MerchantText } | null;
  readonly buyerMail: Type extends BuyerMailName ? BuyerMail<BuyerMailName> | null : null;
  /** Fields of `data` beside those that every event has (docs/contract/events.md#data). */
  readonly fields: Shape;
  /** These fields in a sample, whose order is in this state. */
  readonly sample: (now: Date) => z.input<z.ZodObject<Shape>>;
  readonly sampleStatus: string;
}

/** An event type; the compiler holds it to what its type and its fields demand. */
export function eventType<const Type extends string, Shape extends z.ZodRawShape>(
  description: EventDescription<Type, Shape>,
): EventDescription<Type, Shape> {
  return description;
}
