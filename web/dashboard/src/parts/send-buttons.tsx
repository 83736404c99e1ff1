import { Button } from '@mantine/core';
import type { ActionPath, Input } from '../api/client.ts';
import { confirm } from './confirm.tsx';
import { Problem } from './problem.tsx';
import { useAction } from './use-action.ts';

/** Resends a receipt to the buyer, after confirmation. */
export function SendReceipt({
  paymentId,
  buyerEmail,
}: {
  readonly paymentId: string;
  readonly buyerEmail: string;
}) {
  return (
    <SendButton
      path="receipt/send-receipt"
      input={{ paymentId }}
      label="Send receipt"
      question="Send the receipt again?"
      explanation={`We’ll email it to ${buyerEmail} as a PDF.`}
      verb="Send receipt"
      done="The receipt is on its way"
    />
  );
}

/** Emails the buyer of an order a link to the portal, after confirmation. */
export function SendPortalLink({
  orderId,
  buyerEmail,
}: {
  readonly orderId: string;
  readonly buyerEmail: string;
}) {
  return (
    <SendButton
      path="portal/send-link"
      input={{ orderId }}
      label="Send portal link"
      question="Send a portal link?"
      explanation={`We’ll email it to ${buyerEmail}. It works once, expires in 30 minutes, and shows everything bought with that address.`}
      verb="Send link"
      done="The link is on its way"
    />
  );
}

interface SendButtonProps<Path extends ActionPath> {
  readonly path: Path;
  readonly input: Input<Path>;
  readonly label: string;
  readonly question: string;
  readonly explanation: string;
  readonly verb: string;
  readonly done: string;
}

function SendButton<Path extends ActionPath>(props: SendButtonProps<Path>) {
  const { path, input, label, question, explanation, verb, done } = props;
  const send = useAction(path, { done });
  const ask = () =>
    confirm({
      title: question,
      children: explanation,
      confirm: verb,
      onConfirm: () => send.run(input),
    });
  return (
    <>
      <Button variant="default" loading={send.isBusy} onClick={ask}>
        {label}
      </Button>
      <Problem error={send.error} />
    </>
  );
}
