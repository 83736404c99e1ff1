import type { FastifyRequest } from 'fastify';
import { ActionError, errorTable } from '../../contract/errors.ts';
import { createSandboxToken } from '../../domain/checkout/create-sandbox-token.ts';
import { paySession } from '../../domain/checkout/pay-session.ts';
import { gatewayErrors } from '../../gateway/errors.ts';
import { toActionError } from '../../gateway/failure.ts';
import { perLanguage } from '../../kit/languages.ts';
import { caseOf, type Texts, textsFor } from '../../texts/texts.ts';
import { sentenceSpace } from './format.ts';
import type { Problem } from './problem.ts';

/** The pages' own errors. */
export const pageErrors = errorTable('order', {
  sessionNotFound: [404, 'Checkout session not found'],
  invalidForm: [400, 'Malformed form body'],
});

/** Status and headers for an error of a page's action; internal errors are logged. */
export function refusalOf(error: unknown, request: FastifyRequest) {
  const { status, headers } = toActionError(error);
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'failed');
  return { status, headers };
}

/** Whether an action was refused because the amount due differs from the one shown. */
export function isOtherAmount(
  error: unknown,
  { otherAmount }: { readonly otherAmount: (due: string) => ActionError },
): boolean {
  return error instanceof ActionError && error.message.startsWith(otherAmount('').message);
}

const DECLINED = /^Payment declined: ?/;

/** What stopped a payment, as text for the visitor; follows the same rules as the page's script. */
export function problemOf(error: unknown, texts: Texts): Problem {
  if (!(error instanceof ActionError)) return { title: texts.problem, text: texts.failure };
  const { message } = error;
  if (DECLINED.test(message)) {
    const reason = caseOf(texts.declineReasons, message.replace(DECLINED, ''));
    const sentences = [reason, texts.declinedHint].filter(Boolean);
    return { title: texts.declined, text: sentences.join(sentenceSpace(texts)) };
  }
  return {
    title: texts.problem,
    text: caseOf(refusalTexts(texts.locale), message) ?? texts.refused,
  };
}

/**
 * The page's texts for payment errors, keyed by the envelope's message, which is always English.
 */
export const refusalTexts = perLanguage((language): Readonly<Record<string, string>> => {
  const texts = textsFor(language);
  const { errors: pay } = paySession;
  const { errors: card } = createSandboxToken;
  return {
    [pay.missingEmail().message]: texts.emailError,
    [pay.invalidEmail().message]: texts.emailError,
    [pay.missingCountry().message]: texts.countryError,
    [pay.invalidCountry().message]: texts.countryError,
    [pay.missingState().message]: texts.stateError,
    [pay.missingStateOrPostcode().message]: texts.postcodeError,
    [pay.missingBusinessName().message]: texts.businessNameError,
    [pay.alreadyPaid().message]: texts.alreadyPaidTitle,
    [pay.tooManyDeclines().message]: texts.closedTitle,
    [pay.sessionExpired().message]: texts.expiredTitle,
    [pay.storeInactive().message]: texts.inactiveTitle,
    [pay.productInactive().message]: texts.notForSaleTitle,
    [pay.noProvider().message]: texts.noProvider,
    [pay.charging().message]: texts.charging,
    [pay.trialTaken().message]: texts.trialUsed,
    [pay.providerFailed().message]: texts.providerFailed,
    [card.invalidNumber().message]: texts.cardNumberError,
    [card.invalidExpiry().message]: texts.cardExpiryError,
    [card.expired().message]: texts.declineReasons.expired_card,
    [card.invalidCode().message]: texts.cardCvcError,
    [card.unknownCard().message]: texts.unknownTestCard,
    // The limit may last an hour, and a reload would lose what was typed.
    [gatewayErrors.rateLimited().message]: texts.busyLaterText,
  };
});
