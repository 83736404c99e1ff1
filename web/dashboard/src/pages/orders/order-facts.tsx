import { Code, Paper, Stack, Text, Title } from '@mantine/core';
import { countryName } from '../../parts/country-name.ts';
import { Facts } from '../../parts/facts.tsx';
import { PageLink } from '../../parts/links.tsx';
import type { BillingDetail, OrderRow } from './order-fields.ts';

/** The buyer of an order, with the way to all that the same address bought. */
export function BuyerLink({ order }: { readonly order: OrderRow }) {
  const { buyerEmail, merchantProvidedBuyerIdentity: identity } = order;
  return (
    <>
      <PageLink page={`customers?email=${encodeURIComponent(buyerEmail)}`}>{buyerEmail}</PageLink>
      {identity ? (
        <Text span size="sm" c="dimmed" display="block">
          {identity}
        </Text>
      ) : null}
    </>
  );
}

/** Whom an order is billed to. */
export function BillingFacts({ billing }: { readonly billing: BillingDetail }) {
  const { country, state, postcode, isBusiness, businessName, taxId } = billing;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        Billed to
      </Title>
      <Facts
        isNarrow
        facts={{
          Country: country && countryName(country),
          ...(state ? { State: state } : {}),
          ...(postcode ? { 'Postal code': postcode } : {}),
          Buyer: isBusiness ? 'Business' : 'Person',
          ...(businessName ? { 'Business name': businessName } : {}),
          ...(taxId ? { 'Tax ID': taxId } : {}),
        }}
      />
    </Paper>
  );
}

/** The merchant's own values of an order; nothing when there are none. */
export function MetadataBox({ metadata }: { readonly metadata: string | null }) {
  if (!metadata || metadata === '{}') return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Metadata
      </Title>
      <Code block>{JSON.stringify(JSON.parse(metadata), null, 2)}</Code>
    </Stack>
  );
}
