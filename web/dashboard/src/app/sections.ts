import { auditLogPages } from '../pages/audit-log/routes.ts';
import { customersPages } from '../pages/customers/routes.ts';
import { deliveriesPages } from '../pages/deliveries/routes.ts';
import { developersPages } from '../pages/developers/routes.ts';
import { homePages } from '../pages/home/routes.ts';
import { mailboxPages } from '../pages/mailbox/routes.ts';
import { ordersPages } from '../pages/orders/routes.ts';
import { paymentsPages } from '../pages/payments/routes.ts';
import { productGroupsPages } from '../pages/product-groups/routes.ts';
import { productsPages } from '../pages/products/routes.ts';
import { refundTicketsPages } from '../pages/refund-tickets/routes.ts';
import { refundsPages } from '../pages/refunds/routes.ts';
import { safetyPages } from '../pages/safety/routes.ts';
import { settingsPages } from '../pages/settings/routes.ts';
import { subscriptionsPages } from '../pages/subscriptions/routes.ts';
import { testClockPages } from '../pages/test-clock/routes.ts';
import { webhooksPages } from '../pages/webhooks/routes.ts';
import type { IconName } from '../parts/icon.tsx';
import type { PageRoute } from './page-route.ts';

/** A navigation item with its pages; not shown without pages. */
export interface Section {
  readonly label: string;
  readonly icon: IconName;
  readonly group: 'Sales' | 'Catalog' | 'Developers' | 'Store' | null;
  /** Shown only in test. */
  readonly testOnly?: boolean;
  /** The navigation links to the first one. */
  readonly pages: readonly PageRoute[];
}

/** The dashboard's sections, in the order of the navigation. */
export const sections: readonly Section[] = [
  { label: 'Home', icon: 'home', group: null, pages: homePages },
  { label: 'Orders', icon: 'orders', group: 'Sales', pages: ordersPages },
  { label: 'Subscriptions', icon: 'subscriptions', group: 'Sales', pages: subscriptionsPages },
  { label: 'Payments', icon: 'payments', group: 'Sales', pages: paymentsPages },
  { label: 'Refunds', icon: 'refunds', group: 'Sales', pages: refundsPages },
  { label: 'Refund tickets', icon: 'tickets', group: 'Sales', pages: refundTicketsPages },
  { label: 'Customers', icon: 'customers', group: 'Sales', pages: customersPages },
  { label: 'Products', icon: 'products', group: 'Catalog', pages: productsPages },
  { label: 'Product groups', icon: 'groups', group: 'Catalog', pages: productGroupsPages },
  { label: 'Webhooks', icon: 'webhooks', group: 'Developers', pages: webhooksPages },
  { label: 'Deliveries', icon: 'deliveries', group: 'Developers', pages: deliveriesPages },
  { label: 'API', icon: 'developers', group: 'Developers', pages: developersPages },
  {
    label: 'Test clock',
    icon: 'clock',
    group: 'Developers',
    testOnly: true,
    pages: testClockPages,
  },
  { label: 'Content safety', icon: 'safety', group: 'Developers', pages: safetyPages },
  { label: 'Mailbox', icon: 'mailbox', group: 'Store', pages: mailboxPages },
  { label: 'Audit log', icon: 'audit', group: 'Store', pages: auditLogPages },
  { label: 'Settings', icon: 'settings', group: 'Store', pages: settingsPages },
];
