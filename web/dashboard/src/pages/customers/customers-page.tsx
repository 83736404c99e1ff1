import { useSearch } from '@tanstack/react-router';
import { PageFrame } from '../../parts/page-frame.tsx';
import { CustomerPage } from './customer-page.tsx';
import { TopCustomers } from './top-customers.tsx';

/** Who buys here; with an address, what that buyer has bought. */
export function CustomersPage() {
  const { email } = useSearch({ strict: false }) as { readonly email?: string };
  if (email) return <CustomerPage email={String(email)} />;
  return (
    <PageFrame title="Customers" lead="Buyers by total spent.">
      <TopCustomers />
    </PageFrame>
  );
}
