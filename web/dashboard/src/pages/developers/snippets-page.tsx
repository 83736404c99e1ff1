import { Alert, Paper, Stack, Text, Title } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { useSession } from '../../app/session.ts';
import { PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import { callSnippets } from './call-snippets.ts';
import { DeveloperFrame } from './developer-frame.tsx';
import { Snippets } from './snippets.tsx';

interface Product {
  readonly id: string;
  readonly name: string;
  readonly prices: readonly { readonly currency: string }[];
}

const QUERY = `query ($storeId: ID!) {
  products: onetimeProducts(storeId: $storeId, filter: { status: { eq: "active" } }, limit: 1) {
    id name prices { currency }
  }
}`;

/** The first call in several languages, with the merchant's own IDs. */
export function SnippetsPage() {
  const query = useGraphql<{ products: readonly Product[] }>(QUERY);
  return (
    <DeveloperFrame
      title="Snippets"
      lead="Ready-to-run code that opens a checkout for one of this store’s products. Every call is signed. The signature covers the exact body, so serialize it once."
    >
      <Loaded query={query}>{({ products: [product] }) => <Filled product={product} />}</Loaded>
    </DeveloperFrame>
  );
}

function Filled({ product }: { readonly product: Product | undefined }) {
  const { store, environment } = usePlace();
  const { merchant } = useSession();
  const snippets = callSnippets({
    baseUrl: location.origin,
    merchantId: merchant.id,
    storeId: store.id,
    productId: product?.id ?? 'PROD_…',
    currency: currencyOf(product),
  });
  const mode = environment === 'test' ? 'test' : 'production';
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          {product ? `Sell “${product.name}”` : 'Sell a product'}
        </Title>
        {product ? null : (
          <Alert color="yellow">
            This store has no active one-time product in {mode} yet.{' '}
            <PageLink page="products" underline="always">
              Add one
            </PageLink>
            , and its ID will appear here.
          </Alert>
        )}
        <Text size="sm">
          It needs a {mode} key:{' '}
          <PageLink page="developers" underline="always">
            create one
          </PageLink>
          , download it, and save it as <code>private.pem</code> next to the program.
        </Text>
        <Snippets snippets={snippets} />
      </Stack>
    </Paper>
  );
}

function currencyOf(product: Product | undefined): string {
  const currencies = product?.prices.map(({ currency }) => currency) ?? [];
  return currencies.includes('USD') ? 'USD' : (currencies[0] ?? 'USD');
}
