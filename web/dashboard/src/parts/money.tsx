import { Text } from '@mantine/core';
import { codeAfter, moneyText } from './amounts.ts';

/** An amount with its currency, in tabular figures that align in a column. */
export function Money({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}) {
  const text = moneyText(amount, currency);
  const code = codeAfter(text, currency);
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {text}
      {code ? (
        <>
          {' '}
          <Text span size="xs" c="dimmed">
            {code}
          </Text>
        </>
      ) : null}
    </Text>
  );
}
