import { Button } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { downloadText } from '../../parts/download-text.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';

/** Downloads everything stored about a customer, for the customer's data request. */
export function ExportCustomer({ email }: { readonly email: string }) {
  const { store } = usePlace();
  const read = useAction('personal-data/export-customer', {
    onDone: ({ customer }) =>
      downloadText(`customer-${email}.json`, `${JSON.stringify(customer, null, 2)}\n`),
  });
  return (
    <>
      <Button
        variant="default"
        loading={read.isBusy}
        onClick={() => read.run({ storeId: store.id, email })}
      >
        Export data
      </Button>
      <Problem error={read.error} />
    </>
  );
}
