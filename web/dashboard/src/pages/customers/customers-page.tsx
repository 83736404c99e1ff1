import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageFrame } from '../../parts/page-frame.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomerPage } from './customer-page.tsx';
import { TopCustomers } from './top-customers.tsx';

const VIEWS = [
  { value: 'all', label: 'All customers' },
  { value: 'top', label: 'Top customers' },
];

/** The list of customers, or, with an address, one customer's page. */
export function CustomersPage() {
  const navigate = useNavigate();
  const { email, view } = useSearch({ strict: false }) as {
    readonly email?: string;
    readonly view?: string;
  };
  if (email) return <CustomerPage key={String(email)} email={String(email)} />;
  const show = (chosen: string) => {
    const to = { to: '.', search: chosen === 'top' ? { view: chosen } : {} };
    navigate(to as unknown as Parameters<typeof navigate>[0]);
  };
  return (
    <PageFrame title="Customers" lead="Everyone who has ordered, by email address.">
      <SegmentedControl
        aria-label="Customers to show"
        data={VIEWS}
        value={view === 'top' ? 'top' : 'all'}
        onChange={show}
        style={{ alignSelf: 'flex-start' }}
      />
      {view === 'top' ? <TopCustomers /> : <CustomerList />}
    </PageFrame>
  );
}
