import { Paper, Stack, Text, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { moneyText } from '../../parts/amounts.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { disputeObstacle } from '../../parts/refundable.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { ReviewForm } from './review-form.tsx';

interface Ticket {
  readonly id: string;
  readonly paymentId: string;
  readonly status: string;
  readonly reason: string | null;
  readonly reviewNote: string | null;
  readonly reviewedAt: string | null;
  readonly executedAt: string | null;
  readonly createdAt: string;
  readonly versionNumber: number;
  readonly refundTicketMerchantExternalId: string | null;
  readonly requestedAmountDetails: { readonly amount: string; readonly currency: string };
  readonly buyerEmail: string | null;
  readonly orderId: string | null;
  readonly payment: {
    readonly amount: { readonly display: string; readonly currency: string };
    readonly disputes: readonly { readonly status: string }[];
    readonly onetimeOrder: { readonly onetimeProduct: Named | null } | null;
    readonly subscriptionOrder: { readonly subscriptionProduct: Named | null } | null;
  };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const TICKET = `query ($id: ID!) { refundTicket(id: $id) {
  id paymentId status reason reviewNote reviewedAt executedAt createdAt versionNumber
  refundTicketMerchantExternalId requestedAmountDetails { amount currency }
  buyerEmail orderId payment { amount { display currency } disputes { status }
    onetimeOrder { onetimeProduct { id name } }
    subscriptionOrder { subscriptionProduct { id name } } }
} }`;

const parent = { page: 'refund-tickets', label: 'Refund tickets' };
const OPEN = ['pending', 'under_review'];

/** One refund request, with its decision. */
export function RefundTicketPage() {
  const id = useId();
  const result = useGraphql<{ refundTicket: Ticket | null }>(TICKET, { id });
  return (
    <Loaded query={result}>
      {({ refundTicket: ticket }) =>
        ticket ? (
          <TicketContent ticket={ticket} />
        ) : (
          <PageFrame title="Refund ticket" parent={parent}>
            <EmptyState title="Refund ticket not found">
              This store has no refund ticket with that ID in this environment.
            </EmptyState>
          </PageFrame>
        )
      }
    </Loaded>
  );
}

function TicketContent({ ticket }: { readonly ticket: Ticket }) {
  const { canWrite } = usePlace();
  const { payment, requestedAmountDetails: asked } = ticket;
  return (
    <PageFrame title={`Refund of ${moneyText(asked.amount, asked.currency)}`} parent={parent}>
      <Paper withBorder p="md">
        <Facts
          facts={{
            ID: <IdText id={ticket.id} />,
            Status: <StatusBadge status={ticket.status} />,
            Buyer: ticket.buyerEmail && (
              <PageLink page={`customers?email=${encodeURIComponent(ticket.buyerEmail)}`}>
                {ticket.buyerEmail}
              </PageLink>
            ),
            Product: <ProductOf ticket={ticket} />,
            Order: ticket.orderId && (
              <PageLink
                page={`${payment.onetimeOrder ? 'orders' : 'subscriptions'}/${ticket.orderId}`}
              >
                {ticket.orderId}
              </PageLink>
            ),
            'Amount requested': <Money {...asked} />,
            Payment: (
              <PageLink page={`payments/${ticket.paymentId}`}>
                <Money amount={payment.amount.display} currency={payment.amount.currency} />
              </PageLink>
            ),
            Version: ticket.versionNumber,
            'External ID': ticket.refundTicketMerchantExternalId,
            Requested: <Time iso={ticket.createdAt} />,
            Reviewed: <Time iso={ticket.reviewedAt} />,
            'Carried out': <Time iso={ticket.executedAt} />,
          }}
        />
      </Paper>
      <Words title="Reason" text={ticket.reason} />
      <Words title="Reviewer’s note" text={ticket.reviewNote} />
      {canWrite && OPEN.includes(ticket.status) ? (
        <ReviewForm ticketId={ticket.id} obstacle={disputeObstacle(payment)} />
      ) : null}
    </PageFrame>
  );
}

function ProductOf({ ticket: { payment } }: { readonly ticket: Ticket }) {
  const { onetimeOrder, subscriptionOrder } = payment;
  const product = onetimeOrder?.onetimeProduct ?? subscriptionOrder?.subscriptionProduct;
  if (!product) return 'Deleted product';
  return <PageLink page={`products/${product.id}`}>{product.name}</PageLink>;
}

function Words({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (!text) return null;
  return (
    <Stack gap={4}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
    </Stack>
  );
}
