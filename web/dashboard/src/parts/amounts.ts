/** A decimal string in the currency's own style: `9.90`, `USD` → `$9.90`. Digits are never lost. */
export function moneyText(amount: string, currency: string): string {
  try {
    const format = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimalsOf(amount),
    });
    // A string is formatted exactly, whatever its length.
    return format.format(amount as unknown as number);
  } catch {
    return `${amount} ${currency}`;
  }
}

function decimalsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}
