import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { type FieldProps, TYPED_MS } from './filter-inputs.tsx';
import { useGraphql } from './use-graphql.ts';

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

/** Selects a product by part of its name. */
export function ProductField({
  filter: { name, label },
  listing: { values, setValue },
}: FieldProps) {
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
      // Keeps all options: the service filters, and the text may be the selected product's name.
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
