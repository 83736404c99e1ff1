/** A decimal string in the currency's own style: `9.90`, `USD` → `$9.90`. Digits are never lost. */
export function moneyText(amount: string, currency: string): string {
  try {
    // A string is formatted exactly, whatever its length.
    return formatOf(currency, decimalsOf(amount)).format(amount as unknown as number);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** By currency and decimals: one takes longer to make than a hundred amounts to write. */
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

/** Rounded for an axis: `$1.2K`. */
export function shortMoneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: Math.abs(amount) < 10 ? 2 : 1,
    minimumFractionDigits: 0,
  }).format(amount);
}

/** A number in the currency's major unit, with all its decimals: `106.5`, `USD` → `$106.50`. */
export function numberMoneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}
