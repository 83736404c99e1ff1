import { textOf } from './books.ts';
import type { Form } from './form.ts';

/** Stripe's default page size. */
const PAGE = 10;

/** A page of a list, newest first (https://docs.stripe.com/api/pagination). */
export function listPage<Item extends { readonly id: string; readonly created: number }>(
  url: string,
  items: readonly Item[],
  form: Form,
) {
  const { gte = '0', lt = Number.MAX_SAFE_INTEGER } = (form.created ?? {}) as Record<
    string,
    string
  >;
  const all = items
    .filter(({ created }) => created >= Number(gte) && created < Number(lt))
    .toReversed();
  const after = textOf(form, 'starting_after');
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const data = all.slice(start, start + Number(form.limit ?? PAGE));
  return { object: 'list', url, data, has_more: start + data.length < all.length } as const;
}

/** Those of a list that are about the intent, if one is given. */
export function ofIntent<Item extends { readonly payment_intent: string }>(
  items: readonly Item[],
  form: Form,
): Item[] {
  const intentId = textOf(form, 'payment_intent');
  return items.filter(({ payment_intent: id }) => intentId === null || id === intentId);
}
