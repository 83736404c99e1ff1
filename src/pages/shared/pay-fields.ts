import type { BillingDetail } from '../../domain/checkout/billing-detail.ts';
import { withAsciiDigits } from '../../kit/text.ts';
import type { Texts } from '../../texts/texts.ts';

/** The visitor's input other than the card; may be shown again. */
export interface TypedFields {
  readonly buyerEmail: string;
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
  readonly isBusiness: boolean;
  readonly businessName: string;
  readonly taxId: string;
}

/** The card as entered; passed to the provider, never shown again or logged. */
export interface TypedCard {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export type FieldName =
  | Exclude<keyof TypedFields, 'isBusiness'>
  | 'cardNumber'
  | 'cardExpiry'
  | 'cardCvc';
/** The error text for a field. */
export type FieldErrors = Partial<Readonly<Record<FieldName, string>>>;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const NUMBER = /^\d{12,19}$/;
const EXPIRY = /^(0?[1-9]|1[0-2])\/?(\d{2}|\d{4})$/;
const CVC = /^\d{3,4}$/;

/** The visitor's fields of a form-encoded body. */
export function readTypedFields(form: URLSearchParams): TypedFields {
  const text = (name: string) => form.get(name)?.trim() ?? '';
  return {
    buyerEmail: text('buyerEmail'),
    country: text('country'),
    state: text('state'),
    postcode: text('postcode'),
    isBusiness: form.get('isBusiness') === 'on',
    businessName: text('businessName'),
    taxId: text('taxId'),
  };
}

/** The card fields of a form-encoded body, without spaces. */
export function readTypedCard(form: URLSearchParams): TypedCard {
  const text = (name: string) => withAsciiDigits(form.get(name) ?? '').replace(/[\s-]/g, '');
  return { number: text('cardNumber'), expiry: text('cardExpiry'), cvc: text('cardCvc') };
}

/** Error texts by field; follows the same rules as the page's script. */
export function findFieldErrors(typed: TypedFields, card: TypedCard, texts: Texts): FieldErrors {
  return {
    ...(EMAIL.test(typed.buyerEmail) ? {} : { buyerEmail: texts.emailError }),
    ...findCardErrors(card, texts),
    ...findBillingErrors(typed, texts),
  };
}

/** Errors of the billing details only. */
export function findBillingErrors(typed: TypedFields, texts: Texts): FieldErrors {
  const { country, state, postcode } = typed;
  const canada = country === 'CA' && state === '' && postcode === '';
  return {
    ...(country === '' ? { country: texts.countryError } : {}),
    ...(country === 'US' && state === '' ? { state: texts.stateError } : {}),
    ...(canada ? { postcode: texts.postcodeError } : {}),
    ...(typed.isBusiness && typed.businessName === ''
      ? { businessName: texts.businessNameError }
      : {}),
  };
}

/** Errors of the card only. */
export function findCardErrors(card: TypedCard, texts: Texts): FieldErrors {
  return {
    ...(NUMBER.test(card.number) ? {} : { cardNumber: texts.cardNumberError }),
    ...(EXPIRY.test(card.expiry) ? {} : { cardExpiry: texts.cardExpiryError }),
    ...(CVC.test(card.cvc) ? {} : { cardCvc: texts.cardCvcError }),
  };
}

/** The card in the provider's format. */
export function cardInput(card: TypedCard) {
  const [, month, year] = EXPIRY.exec(card.expiry) ?? [];
  const expYear = year?.length === 2 ? 2000 + Number(year) : Number(year);
  return { number: card.number, expMonth: Number(month), expYear, cvc: card.cvc };
}

/**
 * The billing detail from the input, with applicable fields only (docs/contract/checkout.md). State
 * and postal code apply if the form asks for them, or if the merchant set them with the country.
 */
export function billingDetailOf(typed: TypedFields, given: BillingDetail | null): BillingDetail {
  const { country, state, postcode, isBusiness, businessName, taxId } = typed;
  const region = country === 'US' || country === 'CA' || country === given?.country;
  return {
    country,
    isBusiness,
    ...(region && state ? { state } : {}),
    ...(region && postcode ? { postcode } : {}),
    ...(isBusiness && businessName ? { businessName } : {}),
    ...(isBusiness && taxId ? { taxId } : {}),
  };
}

/** The form's initial values, from the session. */
export function knownFields(buyerEmail: string | null, detail: BillingDetail | null): TypedFields {
  return {
    buyerEmail: buyerEmail ?? '',
    country: detail?.country ?? '',
    state: detail?.state ?? '',
    postcode: detail?.postcode ?? '',
    isBusiness: detail?.isBusiness ?? false,
    businessName: detail?.businessName ?? '',
    taxId: detail?.taxId ?? '',
  };
}
