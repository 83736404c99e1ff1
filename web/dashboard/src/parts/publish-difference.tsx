import { Alert, List, Table, Text } from '@mantine/core';
import type { Output } from '../api/client.ts';
import { moneyText, moneyTextWithCode } from './amounts.ts';
import { FramedTable } from './framed-table.tsx';
import { inWords } from './in-words.ts';

type Preview = Output<'onetime-product/preview-publish'>['preview'];
type Change = Preview['changes'][number];

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  billingPeriod: 'Billing period',
  prices: 'Prices',
  media: 'Media',
  successUrl: 'Redirect after payment',
  metadata: 'Metadata',
  rules: 'Rules',
  status: 'Status',
  productIds: 'Products',
};

/** What publishing changes in live, field by field, in readable form. */
export function PublishDifference({
  preview: { changes, publishable, reason },
  what,
}: {
  readonly preview: Preview;
  readonly what: string;
}) {
  if (!publishable) {
    return <Alert color="yellow" title={reason ?? `This ${what} can’t be published right now`} />;
  }
  if (changes.length === 0)
    return <Text>Live is already up to date. Publishing changes nothing.</Text>;
  return (
    <FramedTable caption="What changes in live" layout="fixed" miw={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={140}>Field</Table.Th>
          <Table.Th>Live now</Table.Th>
          <Table.Th>After publishing</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map((change) => (
          <Row key={change.field} change={change} />
        ))}
      </Table.Tbody>
    </FramedTable>
  );
}

function Row({ change: { field, test, production } }: { readonly change: Change }) {
  const [before, after] = [linesOf(field, production), linesOf(field, test)];
  return (
    <Table.Tr>
      <Table.Td>{LABELS[field] ?? field}</Table.Td>
      <Table.Td>
        <Lines lines={before} other={after} mark="Removed: " />
      </Table.Td>
      <Table.Td>
        <Lines lines={after} other={before} mark="New: " />
      </Table.Td>
    </Table.Tr>
  );
}

interface LinesProps {
  readonly lines: readonly string[];
  readonly other: readonly string[];
  /** Prefix of a line that the other side lacks. */
  readonly mark: string;
}

/** The lines of a value; those that the other side lacks are highlighted. */
function Lines({ lines, other, mark }: LinesProps) {
  if (lines.length === 0) return <Text c="dimmed">None</Text>;
  const isOwn = (line: string) => other.length > 0 && !other.includes(line);
  return (
    <List listStyleType="none" spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {lines.map((line) => (
        <List.Item key={line} fw={isOwn(line) ? 600 : undefined}>
          {isOwn(line) && lines.length > 1 ? <VisibleMark mark={mark} /> : null}
          {line}
        </List.Item>
      ))}
    </List>
  );
}

function VisibleMark({ mark }: { readonly mark: string }) {
  return (
    <Text span c="dimmed" fw={400}>
      {mark}
    </Text>
  );
}

interface Price {
  readonly amount: string;
  readonly taxCategory?: string;
  readonly taxIncluded?: boolean;
  readonly trialAmount?: string;
}
interface Medium {
  readonly type: string;
  readonly url: string;
  readonly alt?: string;
}

/** A field's value as lines, one for each price, medium, key, rule or product. */
export function linesOf(field: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (field === 'prices') {
    return Object.entries(value as Record<string, Price>).map(priceLine);
  }
  if (field === 'media') {
    return (value as Medium[]).map(({ type, url, alt }) =>
      [type === 'image' ? 'Picture' : 'Video', alt, url].filter(Boolean).join(', '),
    );
  }
  if (Array.isArray(value)) return value.map(textOf);
  if (typeof value === 'object') {
    return Object.entries(value).map(([name, part]) => `${RULES[name] ?? name}: ${textOf(part)}`);
  }
  return [textOf(value)];
}

const RULES: Readonly<Record<string, string>> = {
  sharedTrial: 'Shared trial',
  selfServicePlanChange: 'Buyers can switch plans',
  trialDays: 'Trial days',
};

function priceLine([currency, price]: [string, Price]): string {
  const { amount, taxCategory, taxIncluded, trialAmount } = price;
  const parts = [
    moneyTextWithCode(amount, currency),
    trialAmount ? `trial ${moneyText(trialAmount, currency)}` : '',
    taxCategory ? inWords(taxCategory) : '',
    taxIncluded === undefined ? '' : taxIncluded ? 'tax included' : 'tax not included',
  ];
  return parts.filter(Boolean).join(', ');
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
