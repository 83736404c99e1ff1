import type { FieldWords } from '../../parts/form-checks.ts';
import { tooLong } from '../../parts/too-long.ts';
import { amountComplaint, readAmount } from '../../parts/typed-amount.ts';
import type { PriceValues, ProductValues } from './product-values.ts';

const MAX_TRIAL_DAYS = 365;
const MAX_NAME_LENGTH = 64;

/** All errors of a product's fields; the service checks the rest. */
export function checkProduct(values: ProductValues): FieldWords {
  const { name, prices, media, metadata, trialDays, successUrl } = values;
  const wrong: Record<string, string> = {};
  const longName = tooLong(name, MAX_NAME_LENGTH);
  if (longName) wrong.name = longName;
  for (const [index, price] of prices.entries()) {
    for (const [name, words] of wrongParts(price, trialDays.trim() !== '')) {
      wrong[`prices.${index}.${name}`] = words;
    }
    if (prices.findIndex(({ currency }) => currency === price.currency) < index) {
      wrong[`prices.${index}.currency`] = 'This currency already has a price.';
    }
  }
  for (const [index, { url }] of media.entries()) {
    if (!isWebAddress(url)) wrong[`media.${index}.url`] = WEB_ADDRESS;
  }
  const keys = metadata.map(({ key }) => key.trim());
  for (const [index, key] of keys.entries()) {
    // The trial is an entry, too.
    const isTaken = keys.indexOf(key) < index || (key === 'trialDays' && trialDays.trim() !== '');
    if (isTaken) wrong[`metadata.${index}.key`] = 'This key already has a value.';
    if (key === '') wrong[`metadata.${index}.key`] = 'Key is required.';
  }
  if (successUrl.trim() !== '' && !isWebAddress(successUrl)) wrong.successUrl = WEB_ADDRESS;
  if (trialDays.trim() !== '' && !isTrialDays(trialDays)) {
    wrong.trialDays = `Enter a number from 1 to ${MAX_TRIAL_DAYS}.`;
  }
  return wrong;
}

function wrongParts(price: PriceValues, hasTrial: boolean): [string, string][] {
  const { amount, trialAmount, currency } = price;
  const found: [string, string | null][] = [['amount', amountComplaint(amount, currency)]];
  if (hasTrial && trialAmount.trim() !== '') {
    const isLower = Number(readAmount(trialAmount)) < Number(readAmount(amount));
    const words = amountComplaint(trialAmount, currency);
    found.push(['trialAmount', words ?? (isLower ? null : 'Must be lower than the amount.')]);
  }
  return found.filter((one): one is [string, string] => one[1] !== null);
}

const WEB_ADDRESS = 'Enter a web address, such as https://example.com.';

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text.trim()).protocol);
  } catch {
    return false;
  }
}

function isTrialDays(text: string): boolean {
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= MAX_TRIAL_DAYS;
}
