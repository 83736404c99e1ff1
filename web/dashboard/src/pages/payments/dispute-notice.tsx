import { Alert } from '@mantine/core';
import { moneyText } from '../../parts/amounts.ts';
import { Time } from '../../parts/time.tsx';
import { type Disputed, openDisputeOf, reasonText } from './disputes.ts';

/** What to do about an open dispute of one of the objects; nothing if there is none. */
export function DisputeNotice({ disputed }: { readonly disputed: readonly Disputed[] }) {
  const dispute = openDisputeOf(disputed);
  if (!dispute) return null;
  const { amount, currency, respondBy } = dispute;
  return (
    <Alert color="red" variant="light" title={`The buyer disputed ${moneyText(amount, currency)}`}>
      The bank’s reason: {reasonText(dispute)}. The payment provider withholds the amount until the
      bank decides, and a subscription doesn’t renew in the meantime. Respond to the dispute through
      the payment provider
      {respondBy ? (
        <>
          {' '}
          by <Time iso={respondBy} />
        </>
      ) : null}
      .
    </Alert>
  );
}
