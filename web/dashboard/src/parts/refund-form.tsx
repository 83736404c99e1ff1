import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { moneyText } from './amounts.ts';
import { Problem } from './problem.tsx';
import { amountComplaint, readAmount } from './typed-amount.ts';
import { useActionForm } from './use-action-form.ts';

/** A refundable payment. */
interface Refunded {
  readonly id: string;
  readonly amount: { readonly display: string; readonly currency: string };
}

/** Suggested while typing; any other text is accepted. */
const COMMON_REASONS = [
  'Requested by the buyer',
  'Charged twice',
  'Bought by mistake',
  'Not as described',
  'Fraudulent payment',
];

/** Opens the form that refunds a payment, in full or in part. */
export function RefundButton(payment: Refunded) {
  const [isOpen, { open, close }] = useDisclosure(false);
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
  payment: { id, amount },
  onDone,
}: {
  readonly payment: Refunded;
  readonly onDone: () => void;
}) {
  const reasons = useId();
  const { form, action, props, problem } = useActionForm('refund-ticket/create-ticket', {
    initial: { amount: amount.display, reason: '' },
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
          {moneyText(amount.display, amount.currency)} was charged. A refund can’t be undone; it is
          possible for 14 days after the payment.
        </Text>
        <TextInput
          label={`Amount in ${amount.currency}`}
          inputMode="decimal"
          required
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="Reason"
          description="Kept with the refund. The buyer may see it."
          required
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
