import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { COUNTRY_CODES } from '../api/country-codes.ts';
import { countryName } from './country-name.ts';
import { DaySpan } from './day-span.tsx';
import { type Filter, SPANS } from './list-filters.ts';
import { filterComplaint } from './typed-amount.ts';
import type { Address } from './use-address.ts';

export type AnyListing = Pick<Address, 'values' | 'setValue' | 'setValues'>;

export interface FieldProps<Kind = Filter> {
  readonly filter: Kind;
  readonly listing: AnyListing;
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly listing: AnyListing;
}

/** Lists longer than this are searched by typing. */
const MANY = 12;

export function Choice({ name, label, data, listing: { values, setValue } }: ChoiceProps) {
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
export const CURRENCIES = [
  ...USUAL,
  ...Intl.supportedValuesOf('currency').filter((code) => !USUAL.includes(code)),
].map((value) => ({ value, label: value }));

let named: ChoiceProps['data'] | null = null;

export function countries(): ChoiceProps['data'] {
  named ??= COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })).toSorted(
    (one, other) => one.label.localeCompare(other.label),
  );
  return named;
}

/** Milliseconds after the last keystroke before the filter is applied. */
export const TYPED_MS = 250;

/** A text filter that is applied while typing. */
export function TextField({
  name,
  label,
  complain = () => null,
  listing: { values, setValue },
}: {
  readonly name: string;
  readonly label: string;
  /** The error message for the text; null if it's valid. */
  readonly complain?: (text: string) => string | null;
  readonly listing: AnyListing;
}) {
  const value = values[name] ?? '';
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // The URL was changed elsewhere: by the Back button, or by clearing all filters.
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
        value={typed}
        error={complain(typed)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          sendSoon(currentTarget.value);
        }}
      />
    </form>
  );
}

const OWN = 'own';

/** A time span: a preset, or two days. */
export function DatesField({ filter: { name, label }, listing }: FieldProps) {
  const value = listing.values[name] ?? '';
  const [isOwn, setOwn] = useState(false);
  const isShown = isOwn || value.includes('..');
  // Links from the home page use UTC days, and the fields keep them as such.
  const zone = value.includes('Z') ? 'Z' : '';
  const days = value.includes('..') ? value.replaceAll('Z', '').split('..') : [];
  const [first = '', last = ''] = days;
  const set = (...chosen: [from: string, to: string]) => {
    const [from, to] = chosen.map((day) => (day ? day + zone : ''));
    listing.setValue(name, from || to ? `${from}..${to}` : '');
  };
  const inZone = zone ? ' (UTC)' : '';
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
      {isShown ? <DaySpan value={`${first}..${last}`} suffix={inZone} onChange={set} /> : null}
    </Group>
  );
}

/** Minimum and maximum, in the currency selected by its own filter. */
export function AmountFields({ listing }: { readonly listing: AnyListing }) {
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
  const { currency } = listing.values;
  const shared = { listing, complain: (text: string) => filterComplaint(text, currency ?? '') };
  return (
    <Group gap={4} align="flex-start">
      <TextField name="min" label="Amount from" {...shared} />
      <TextField name="max" label="to" {...shared} />
    </Group>
  );
}
