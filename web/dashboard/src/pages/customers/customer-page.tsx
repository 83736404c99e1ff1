import { Paper, Text } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { countryName } from '../../parts/country-name.ts';
import { Facts } from '../../parts/facts.tsx';
import { Headline } from '../../parts/headline.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoneyLines } from '../../parts/money-lines.tsx';
import { NewestOnly } from '../../parts/newest-only.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { SendPortalLink } from '../../parts/send-buttons.tsx';
import { ThingLayout } from '../../parts/thing-layout.tsx';
import { Day } from '../../parts/time.tsx';
import { TimelineSection } from '../../parts/timeline-section.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import {
  type Customer,
  customerMoments,
  PURCHASES,
  type Purchases,
  purchasesOf,
} from './customer-fields.ts';
import { EraseCustomer } from './erase-customer.tsx';
import { ExportCustomer } from './export-customer.tsx';
import { PurchaseTable } from './purchase-table.tsx';

/** Everything about the buyer with an email address. */
export function CustomerPage({ email }: { readonly email: string }) {
  const result = useGraphql<Purchases>(PURCHASES, { email });
  return (
    <Loaded query={result}>
      {(found) => {
        const [customer] = found.customers;
        return customer ? (
          <CustomerContent customer={customer} found={found} />
        ) : (
          <PageFrame title={email} parent={{ page: 'customers', label: 'Customers' }}>
            <Text>No purchases with this address in this environment.</Text>
          </PageFrame>
        );
      }}
    </Loaded>
  );
}

/** Lists of which the page reads only the newest rows. */
const LISTS = [
  ['onetimeOrders', 'orders'],
  ['subscriptionOrders', 'subscriptions'],
  ['payments', 'payments'],
] as const;

interface Props {
  readonly customer: Customer;
  readonly found: Purchases;
}

function CustomerContent({ customer, found }: Props) {
  const purchases = purchasesOf(found);
  return (
    <PageFrame
      title={customer.email}
      parent={{ page: 'customers', label: 'Customers' }}
      actions={<CustomerActions email={customer.email} orderId={purchases[0]?.id} />}
    >
      <ThingLayout aside={<CustomerFacts customer={customer} />}>
        <Headline label="Total spent" figure={<Spent customer={customer} />}>
          After refunds
        </Headline>
        <PurchaseTable rows={purchases} />
        {LISTS.map(([field, noun]) => (
          <NewestOnly
            key={field}
            count={found[field].length}
            noun={noun}
            page={`${noun}?email=${encodeURIComponent(customer.email)}`}
          />
        ))}
        <TimelineSection
          moments={customerMoments(customer, found)}
          noted={{ customerId: customer.id }}
        />
      </ThingLayout>
    </PageFrame>
  );
}

function Spent({ customer: { spent } }: Pick<Props, 'customer'>) {
  if (spent.length === 0) return '–';
  const sums = spent.map(({ currency, netAmount: amount }) => ({ amount, currency }));
  return <MoneyLines sums={sums} />;
}

function CustomerActions({
  email,
  orderId,
}: {
  readonly email: string;
  readonly orderId: string | undefined;
}) {
  const { canWrite, store } = usePlace();
  if (!canWrite) return null;
  return (
    <>
      {orderId ? <SendPortalLink orderId={orderId} buyerEmail={email} /> : null}
      <ExportCustomer email={email} />
      {store.role === 'owner' ? <EraseCustomer email={email} /> : null}
    </>
  );
}

/** First order, amount spent and country. */
function CustomerFacts({ customer }: Pick<Props, 'customer'>) {
  const { createdAt, lastOrderAt, orderCount, billingCountries, spent } = customer;
  const back = spent
    .map(({ currency, refundedAmount: amount }) => ({ amount, currency }))
    .filter(({ amount }) => Number(amount) > 0);
  return (
    <Paper withBorder p="md">
      <Facts
        isNarrow
        facts={{
          'Customer since': <Day iso={createdAt} />,
          'Last order': <Day iso={lastOrderAt} />,
          Orders: orderCount.toLocaleString('en'),
          Payments: spent
            .reduce((sum, { paymentCount }) => sum + paymentCount, 0)
            .toLocaleString('en'),
          Refunded: back.length === 0 ? null : <MoneyLines sums={back} />,
          Countries: billingCountries.map(countryName).join(', ') || null,
        }}
      />
    </Paper>
  );
}
