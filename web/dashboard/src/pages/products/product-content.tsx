import { Anchor, Card, Group, Image, Stack, Table, Title } from '@mantine/core';
import { moneyText, moneyTextWithCode } from '../../parts/amounts.ts';
import { Facts } from '../../parts/facts.tsx';
import { FramedTable } from '../../parts/framed-table.tsx';
import { inWords } from '../../parts/in-words.ts';
import { safeHref } from '../../parts/safe-href.ts';
import { PERIODS, type Product, trialDaysOf } from './product.ts';

/** The product's prices by currency. */
export function Prices({ product }: { readonly product: Product }) {
  const period = product.billingPeriod ? ` ${PERIODS[product.billingPeriod] ?? ''}` : '';
  const hasTrial = trialDaysOf(product) !== null;
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        Prices
      </Title>
      <FramedTable caption="Prices">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Price</Table.Th>
            <Table.Th>Tax</Table.Th>
            {hasTrial ? <Table.Th>Trial</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {product.prices.map(({ currency, priceInfo }) => (
            <Table.Tr key={currency}>
              <Table.Td>
                {moneyTextWithCode(priceInfo.amount, currency)}
                {period}
              </Table.Td>
              <Table.Td>
                {inWords(priceInfo.taxCategory)},{' '}
                {priceInfo.taxIncluded ? 'included' : 'not included'}
              </Table.Td>
              {hasTrial ? (
                <Table.Td>
                  {priceInfo.trialAmount ? moneyText(priceInfo.trialAmount, currency) : 'free'}
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </FramedTable>
    </Card>
  );
}

/** The product's pictures and videos; renders nothing if there are none. */
export function MediaList({ product: { media } }: { readonly product: Product }) {
  if (media.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Media
      </Title>
      <Group>
        {media.map(({ type, url, alt, thumbnail }) => (
          <Stack key={url} gap={4} w={160}>
            {type === 'image' || thumbnail ? (
              <Image src={safeHref(thumbnail ?? url)} alt={alt ?? ''} h={100} radius="sm" />
            ) : null}
            <OutsideLink url={url} />
          </Stack>
        ))}
      </Group>
    </Stack>
  );
}

/** The product's metadata; renders nothing if there is none. */
export function Metadata({ product }: { readonly product: Product }) {
  const entries = Object.entries(JSON.parse(product.metadata) as Record<string, unknown>);
  if (entries.length === 0) return null;
  const facts = entries.map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Metadata
      </Title>
      <Facts facts={Object.fromEntries(facts)} />
    </Stack>
  );
}

/** A link to a URL set by the merchant, if it is http(s). */
export function OutsideLink({ url }: { readonly url: string }) {
  return (
    <Anchor href={safeHref(url)} target="_blank" rel="noreferrer" size="sm" truncate>
      {url}
    </Anchor>
  );
}
