/** Formats a decimal string without losing precision: `9.90`, `USD` → `$9.90`. */
export function moneyText(amount: string, currency: string): string {
  try {
    // Strings are formatted exactly; converting to a number could lose digits.
    return formatOf(currency, decimalsOf(amount)).format(amount as unknown as number);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** The currency's code, to show after a formatted amount; null if the amount already has it: `KWD 1.500`. */
export function codeAfter(text: string, currency: string): string | null {
  return text.includes(currency) ? null : currency;
}

/** An amount with its currency's code, once: `$9.90 USD`, `KWD 1.500`. */
export function moneyTextWithCode(amount: string, currency: string): string {
  const text = moneyText(amount, currency);
  const code = codeAfter(text, currency);
  return code === null ? text : `${text} ${code}`;
}

/** Cached by currency and decimals: creating one takes longer than formatting a hundred amounts. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, minimumFractionDigits: number): Intl.NumberFormat {
  const key = `${currency} ${minimumFractionDigits}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits,
  });
  formats.set(key, format);
  return format;
}

function decimalsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

/** Formats a rounded amount for an axis: `$1.2K`. */
export function shortMoneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: Math.abs(amount) < 10 ? 2 : 1,
    minimumFractionDigits: 0,
  }).format(amount);
}

/** Formats a number in major units with the currency's decimals: `106.5`, `USD` → `$106.50`. */
export function numberMoneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}
