import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import {
  AmountFields,
  type AnyListing,
  Choice,
  CURRENCIES,
  countries,
  DatesField,
  type FieldProps,
  TextField,
} from './filter-inputs.tsx';
import type { Filter } from './list-filters.ts';
import { ProductField } from './product-field.tsx';

interface Props {
  readonly filters: readonly Filter[];
  readonly listing: AnyListing;
}

/** The filters above a table; those that aren't primary are collapsed until one is set. */
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
