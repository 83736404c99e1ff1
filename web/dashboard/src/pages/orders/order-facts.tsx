import { Code, Paper, Stack, Text, Title } from '@mantine/core';
import { countryName } from '../../parts/country-name.ts';
import { Facts } from '../../parts/facts.tsx';
import { PageLink } from '../../parts/links.tsx';
import type { BillingDetail, OrderRow } from './order-fields.ts';

/** The buyer of an order, with a link to everything bought with the same address. */
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

/** The order's billing details. */
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
          Buyer: isBusiness ? 'Business' : 'Individual',
          ...(businessName ? { 'Business name': businessName } : {}),
          ...(taxId ? { 'Tax ID': taxId } : {}),
        }}
      />
    </Paper>
  );
}

/** An order's metadata; renders nothing if there is none. */
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
