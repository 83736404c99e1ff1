import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { usePlace } from '../app/place.ts';
import { moneyText } from './amounts.ts';
import { REQUIRED } from './form-checks.ts';
import { Problem } from './problem.tsx';
import { type RefundablePayment, refundableAmount, refundObstacle } from './refundable.ts';
import { storeNow } from './store-now.ts';
import { amountComplaint, readAmount } from './typed-amount.ts';
import { useActionForm } from './use-action-form.ts';

/** Suggested while typing; any other text is accepted. */
const COMMON_REASONS = [
  'Requested by the buyer',
  'Charged twice',
  'Bought by mistake',
  'Not as described',
  'Fraudulent payment',
];

/**
 * Opens the form that refunds a succeeded payment, in full or in part; otherwise says why that isn't
 * possible.
 */
export function RefundButton({
  payment,
  testClockAt,
}: {
  readonly payment: RefundablePayment;
  /** Of the payment's store. */
  readonly testClockAt: string | null;
}) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { environment } = usePlace();
  const obstacle = refundObstacle(payment, storeNow(environment, testClockAt));
  if (obstacle) {
    return (
      <Text size="sm" c="dimmed">
        {obstacle}
      </Text>
    );
  }
  return (
    <>
      <Button variant="light" onClick={open}>
        Refund
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Refund this payment"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen ? <RefundForm payment={payment} onDone={close} /> : null}
      </Modal>
    </>
  );
}

function RefundForm({
  payment,
  onDone,
}: {
  readonly payment: RefundablePayment;
  readonly onDone: () => void;
}) {
  const { id, amount } = payment;
  const reasons = useId();
  const left = refundableAmount(payment);
  const { form, action, props, problem } = useActionForm('refund-ticket/create-ticket', {
    initial: { amount: left, reason: '' },
    body: (values) => ({
      paymentId: id,
      reason: values.reason,
      requestedAmount: {
        amount: readAmount(values.amount) ?? values.amount,
        currency: amount.currency,
      },
    }),
    check: (values) => ({ amount: amountComplaint(values.amount, amount.currency) }),
    fields: { 'requested amount': 'amount', requestedAmount: 'amount' },
    done: 'The refund is on its way',
    onDone,
  });
  return (
    <form {...props}>
      <Stack>
        <Text size="sm">
          {moneyText(amount.display, amount.currency)} was charged
          {left === amount.display
            ? ''
            : `, of which ${moneyText(left, amount.currency)} can still be refunded`}
          . Payments can be refunded for 14 days. A refund can’t be undone.
        </Text>
        <TextInput
          label={`Amount in ${amount.currency}`}
          inputMode="decimal"
          {...REQUIRED}
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="Reason"
          description="Kept with the refund. The buyer may see it."
          {...REQUIRED}
          list={reasons}
          {...form.getInputProps('reason')}
        />
        <datalist id={reasons}>
          {COMMON_REASONS.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
        <Problem error={problem} />
        <Group justify="flex-end">
          <Button type="submit" loading={action.isBusy}>
            Refund
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
