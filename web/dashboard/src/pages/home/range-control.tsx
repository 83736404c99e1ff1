import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DaySpan } from '../../parts/day-span.tsx';
import { textValues } from '../../parts/list-page.ts';
import { useChangeAddress } from '../../parts/use-address.ts';
import { DEFAULT_RANGE, type HomeRange, RANGES } from './range.ts';

const OWN = 'own';

/** The home page's state in the URL, and how to change it. */
export function useHomeAddress() {
  const change = useChangeAddress();
  const values = textValues(useSearch({ strict: false }));
  const set = (name: string, value: string) => change((latest) => ({ ...latest, [name]: value }));
  return {
    range: values.range,
    isCompared: values.compare !== 'no',
    setRange: (range: string) => set('range', range === DEFAULT_RANGE ? '' : range),
    setCompared: (isCompared: boolean) => set('compare', isCompared ? '' : 'no'),
  };
}

/** Controls for the range, the comparison and the currency. */
export function RangeControl({
  shown: { range },
  currencies,
  currency,
  setCurrency,
}: {
  readonly shown: HomeRange;
  readonly currencies: readonly string[];
  readonly currency: string;
  readonly setCurrency: (currency: string) => void;
}) {
  const address = useHomeAddress();
  const isOwn = address.range?.includes('..') ?? false;
  const inAddress = isOwn ? OWN : (address.range ?? DEFAULT_RANGE);
  // Shows the choice before the URL is updated, so that arrow keys can step through the options.
  const [chosen, setChosen] = useState(inAddress);
  useEffect(() => setChosen(inAddress), [inAddress]);
  const first = range.startDate.slice(0, 10);
  const last = new Date(Date.parse(range.endDate) - 1).toISOString().slice(0, 10);
  return (
    <Group gap="sm" align="flex-end" role="group" aria-label="Range of the figures">
      <NativeSelect
        label="Range"
        size="xs"
        data={[
          ...Object.entries(RANGES).map(([value, label]) => ({ value, label })),
          { value: OWN, label: 'Choose dates…' },
        ]}
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value);
          address.setRange(value === OWN ? `${first}..${last}` : value);
        }}
      />
      {isOwn ? (
        <DaySpan
          value={`${first}..${last}`}
          isUsable={(from, to) => from !== '' && to !== '' && from <= to}
          onChange={(from, to) => address.setRange(`${from}..${to}`)}
        />
      ) : null}
      {currencies.length > 1 ? (
        <NativeSelect
          label="Currency"
          size="xs"
          data={[...currencies]}
          value={currency}
          onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
        />
      ) : null}
      <Checkbox
        label="Compare with the previous period"
        size="sm"
        mb={6}
        checked={address.isCompared}
        onChange={({ currentTarget }) => address.setCompared(currentTarget.checked)}
      />
    </Group>
  );
}
