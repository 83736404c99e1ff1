import { Text } from '@mantine/core';
import { moneyText } from './amounts.ts';

/** An amount with its currency, in tabular figures that align in a column. */
export function Money({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}) {
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {moneyText(amount, currency)}{' '}
      <Text span size="xs" c="dimmed">
        {currency}
      </Text>
    </Text>
  );
}
