import { ActionError, errorTable } from '../contract/errors.ts';
import type { Texts } from './texts.ts';
import type { Problem } from './view/pay-form.tsx';

/** What the pages themselves refuse. */
export const pageErrors = errorTable('order', {
  sessionNotFound: [404, 'Checkout session not found'],
  invalidForm: [400, 'Malformed form body'],
});

const DECLINED = /^Payment declined: ?/;

/** What stopped a payment, in words for the visitor; the same rules as the page's script. */
export function problemOf(error: unknown, texts: Texts): Problem {
  if (!(error instanceof ActionError)) return { title: texts.problem, text: texts.failure };
  const { message } = error;
  if (DECLINED.test(message)) {
    const reason = texts.declineReasons[message.replace(DECLINED, '')] ?? '';
    return { title: texts.declined, text: `${reason} ${texts.declinedHint}`.trim() };
  }
  return { title: texts.problem, text: message };
}
