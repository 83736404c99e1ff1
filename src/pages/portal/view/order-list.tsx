import { encodeId } from '../../../kit/id.ts';
import { formatDay } from '../../shared/format.ts';
import type { PortalOrder } from '../portal-order.ts';
import type { PortalView } from '../portal-view.ts';
import { nextOf, type OrderProps, OrderStatus, priceOf } from './order-status.tsx';
import { EnterForm } from './sign-in.tsx';

interface OrderListProps {
  readonly view: PortalView;
  readonly orders: readonly PortalOrder[];
  readonly hasOlder: boolean;
  readonly isFirst: boolean;
}

/** The buyer's orders, newest first. */
export function OrderList({ view, orders, hasOlder, isFirst }: OrderListProps) {
  const { words, path } = view;
  const last = orders.at(-1);
  return (
    <>
      <h2>{words.portal}</h2>
      {orders.length === 0 && <p>{words.noOrders}</p>}
      <ul class="orders">
        {orders.map((order) => (
          <OrderCard key={order.id} view={view} order={order} />
        ))}
      </ul>
      {(hasOlder || !isFirst) && (
        <nav class="pages" aria-label={words.pages}>
          {isFirst ? <span /> : <a href={path}>{words.newestOrders}</a>}
          {hasOlder && last && (
            <a href={`${path}?before=${encodeId('ORD', last.id)}`}>{words.olderOrders}</a>
          )}
        </nav>
      )}
      <EnterForm view={view} />
    </>
  );
}

function OrderCard({ view, order }: OrderProps) {
  const next = nextOf({ view, order });
  return (
    <li class="order-card">
      <h3>
        <a href={`${view.path}/orders/${encodeId('ORD', order.id)}`}>
          <bdi>{order.productName}</bdi>
        </a>
      </h3>
      <span class="amount">{priceOf({ view, order })}</span>
      <span class="meta">
        {next ? view.words.labeled(next) : formatDay(order.createdAt, view.texts)}
      </span>
      <OrderStatus view={view} order={order} />
    </li>
  );
}
