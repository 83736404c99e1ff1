import { Alert } from '@mantine/core';
import { moneyText } from '../../parts/amounts.ts';
import { Time } from '../../parts/time.tsx';
import { type Disputed, openDisputeOf } from './disputes.ts';

/** What to do about an open dispute of one of the payments; nothing if there is none. */
export function DisputeNotice({ payments }: { readonly payments: readonly Disputed[] }) {
  const dispute = openDisputeOf(payments);
  if (!dispute) return null;
  const { amount, currency, reason, respondBy } = dispute;
  return (
    <Alert color="red" variant="light" title={`The buyer disputed ${moneyText(amount, currency)}`}>
      The bank’s reason: {reason.replaceAll('_', ' ')}. The payment provider keeps the amount back
      until the bank decides, and a subscription doesn’t renew meanwhile.{' '}
      {respondBy ? (
        <>
          Answer the dispute with the payment provider by <Time iso={respondBy} />.
        </>
      ) : (
        'Answer the dispute with the payment provider.'
      )}
    </Alert>
  );
}
