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
