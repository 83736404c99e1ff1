import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { COUNTRY_CODES } from '../../../../src/domain/checkout/countries.ts';
import { type Filter, SPANS } from './list-filters.ts';
import { useGraphql } from './use-graphql.ts';
import type { Listing } from './use-listing.ts';

type AnyListing = Pick<Listing<{ readonly id: string }>, 'values' | 'setValue' | 'setValues'>;

interface Props {
  readonly filters: readonly Filter[];
  readonly listing: AnyListing;
}

/** The filters above a table; those that aren't primary fold away until one is set. */
export function FilterFields({ filters, listing }: Props) {
  const primary = filters.filter(({ isPrimary }) => isPrimary);
  const more = filters.filter(({ isPrimary }) => !isPrimary);
  const used = more.filter((filter) => isSet(filter, listing.values)).length;
  const [isOpen, setOpen] = useState(used > 0);
  const set = filters.filter((filter) => isSet(filter, listing.values));
  const clear = () => {
    const names = filters.flatMap(({ name }) => (name === 'min' ? ['min', 'max'] : [name]));
    listing.setValues(Object.fromEntries(names.map((name) => [name, ''])));
  };
  return (
    <>
      <Group gap="sm" align="flex-end" className="filters">
        {primary.map((filter, place) => (
          <div key={filter.name} className={place === 0 ? '' : 'folded'} data-open={isOpen}>
            <FilterField filter={filter} listing={listing} />
          </div>
        ))}
        {filters.length > 1 ? (
          <Button
            size="xs"
            variant="default"
            className={more.length === 0 ? 'on-phones' : ''}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {used > 0 ? `Filters (${used})` : more.length > 0 ? 'More filters' : 'Filters'}
          </Button>
        ) : null}
        {set.length > 0 ? (
          <Button size="xs" variant="subtle" onClick={clear}>
            Clear
          </Button>
        ) : null}
      </Group>
      {isOpen && more.length > 0 ? (
        <Group gap="sm" align="flex-end" className="filters" mt="sm" w="100%">
          {more.map((filter) => (
            <FilterField key={filter.name} filter={filter} listing={listing} />
          ))}
        </Group>
      ) : null}
    </>
  );
}

function isSet({ name }: Filter, values: Readonly<Record<string, string>>): boolean {
  return Boolean(values[name] || (name === 'min' && values.max));
}

interface FieldProps<Kind = Filter> {
  readonly filter: Kind;
  readonly listing: AnyListing;
}

function FilterField({ filter, listing }: FieldProps) {
  if ('choices' in filter) return <Choice {...filter} data={filter.choices} listing={listing} />;
  switch (filter.kind) {
    case 'dates':
      return <DatesField filter={filter} listing={listing} />;
    case 'country':
      return <Choice {...filter} data={countries()} listing={listing} />;
    case 'currency':
      return <Choice {...filter} data={CURRENCIES} listing={listing} />;
    case 'product':
      return <ProductField filter={filter} listing={listing} />;
    case 'amount':
      return <AmountFields listing={listing} />;
    default:
      return <TextField name={filter.name} label={filter.label} listing={listing} />;
  }
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly listing: AnyListing;
}

/** Lists longer than this are searched by typing. */
const MANY = 12;

function Choice({ name, label, data, listing: { values, setValue } }: ChoiceProps) {
  return (
    <Select
      label={label}
      size="xs"
      data={[...data]}
      value={values[name] ?? null}
      placeholder="All"
      searchable={data.length > MANY}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      onChange={(chosen) => setValue(name, chosen ?? '')}
    />
  );
}

const USUAL = ['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'CNY'];
const CURRENCIES = [
  ...USUAL,
  ...Intl.supportedValuesOf('currency').filter((code) => !USUAL.includes(code)),
].map((value) => ({ value, label: value }));

let named: ChoiceProps['data'] | null = null;

function countries(): ChoiceProps['data'] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  named ??= COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted(
    (one, other) => one.label.localeCompare(other.label),
  );
  return named;
}

/** Milliseconds after the last key until the list follows. */
const TYPED_MS = 250;

/** Text that the list follows as it is typed. */
function TextField({
  name,
  label,
  type,
  listing: { values, setValue },
}: {
  readonly name: string;
  readonly label: string;
  readonly type?: 'date';
  readonly listing: AnyListing;
}) {
  const value = values[name] ?? '';
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // The address changed by itself: a step back, or all filters cleared.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  const send = (text: string) => {
    if (text.trim() === sent.current) return;
    sent.current = text.trim();
    setValue(name, text.trim(), { isTyped: true });
  };
  const sendSoon = useDebouncedCallback(send, TYPED_MS);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(typed);
      }}
    >
      <TextInput
        label={label}
        size="xs"
        type={type ?? 'text'}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          sendSoon(currentTarget.value);
        }}
      />
    </form>
  );
}

const OWN = 'own';

/** A span of time: one of the usual ones, or two days. */
function DatesField({ filter: { name, label }, listing }: FieldProps) {
  const value = listing.values[name] ?? '';
  const [isOwn, setOwn] = useState(false);
  const isShown = isOwn || value.includes('..');
  const [first = '', last = ''] = value.includes('..') ? value.split('..') : [];
  const set = (from: string, to: string) =>
    listing.setValue(name, from || to ? `${from}..${to}` : '');
  return (
    <Group gap={4} align="flex-end">
      <Select
        label={label}
        size="xs"
        placeholder="Any time"
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        data={[
          ...Object.entries(SPANS).map(([span, words]) => ({ value: span, label: words })),
          { value: OWN, label: 'Choose dates…' },
        ]}
        value={isShown ? OWN : value || null}
        onChange={(chosen) => {
          setOwn(chosen === OWN);
          listing.setValue(name, chosen === OWN ? '' : (chosen ?? ''));
        }}
      />
      {isShown ? (
        <>
          <TextInput
            label="First day"
            type="date"
            size="xs"
            value={first}
            onChange={({ currentTarget }) => set(currentTarget.value, last)}
          />
          <TextInput
            label="Last day"
            type="date"
            size="xs"
            value={last}
            onChange={({ currentTarget }) => set(first, currentTarget.value)}
          />
        </>
      ) : null}
    </Group>
  );
}

/** From and to, in the currency of its own filter. */
function AmountFields({ listing }: { readonly listing: AnyListing }) {
  if (!listing.values.currency) {
    return (
      <TextInput
        label="Amount"
        size="xs"
        disabled
        value=""
        onChange={() => {}}
        placeholder="Choose a currency first"
      />
    );
  }
  return (
    <Group gap={4} align="flex-end">
      <TextField name="min" label="Amount from" listing={listing} />
      <TextField name="max" label="to" listing={listing} />
    </Group>
  );
}

const PRODUCTS = `query ($storeId: ID!, $name: String, $id: [String!]) {
  a: onetimeProducts(storeId: $storeId, filter: { name: { containsIgnoreCase: $name } }, limit: 20) {
    id name
  }
  b: subscriptionProducts(
    storeId: $storeId, filter: { name: { containsIgnoreCase: $name } }, limit: 20
  ) { id name }
  c: onetimeProducts(storeId: $storeId, filter: { id: { in: $id } }, limit: 1) { id name }
  d: subscriptionProducts(storeId: $storeId, filter: { id: { in: $id } }, limit: 1) { id name }
}`;

type Products = Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;

/** A product by a part of its name. */
function ProductField({ filter: { name, label }, listing: { values, setValue } }: FieldProps) {
  const value = values[name];
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  const seek = useDebouncedCallback(setSought, TYPED_MS);
  const { data } = useGraphql<Products>(PRODUCTS, { name: sought, id: value ? [value] : [] });
  const found = new Map(
    Object.values(data ?? {})
      .flat()
      .map((product) => [product.id, { value: product.id, label: product.name }]),
  );
  return (
    <Select
      label={label}
      size="xs"
      placeholder="All"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      data={[...found.values()]}
      // What was found is what is shown: the chosen one's name is typed into the field, too.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        seek([...found.values()].some((one) => one.label === text) ? '' : text);
      }}
      value={value ?? null}
      onChange={(chosen) => setValue(name, chosen ?? '')}
    />
  );
}
