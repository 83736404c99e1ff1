import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { find } from './find-page.ts';
import { usePlace } from './place.ts';
import { queryClient } from './query-client.ts';
import { useGo } from './target.ts';

/** Milliseconds after the last key until it is searched. */
const TYPED_MS = 200;

/** Finds whatever an ID, part of an address, a name or an external ID stands for, as it is typed. */
export function SearchBox() {
  const { environment, store, pathTo } = usePlace();
  const go = useGo();
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), TYPED_MS);
  const reading = (sought: string) => ({
    queryKey: ['find', environment, store.id, sought],
    queryFn: () => find(sought, store.id, environment),
  });
  const { data, isFetching } = useQuery({ ...reading(typed), enabled: typed !== '' });
  const focus = () => field.current?.focus();
  useHotkeys([
    ['mod+K', focus],
    ['/', focus],
  ]);
  const isCurrent = data !== undefined && typed === text.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter takes the first of what was found.
  useEffect(() => {
    combobox.selectFirstOption();
  }, [data]);
  const leave = (page: string) => {
    setText('');
    combobox.closeDropdown();
    field.current?.blur();
    go(pathTo(page));
  };
  /** Enter before the answer is there: goes to the first of what is found then. */
  const enter = async () => {
    const [first] = await queryClient.fetchQuery(reading(text.trim())).catch(() => []);
    if (first) leave(first.page);
  };
  return (
    <search>
      <Combobox store={combobox} onOptionSubmit={leave}>
        <Combobox.Target>
          <TextInput
            ref={field}
            size="sm"
            w={{ sm: 220, md: 300 }}
            aria-label="Search by ID, email, product or external ID"
            placeholder="Search (Ctrl K or /)"
            leftSection={<MagnifyingGlassIcon aria-hidden="true" />}
            rightSection={isFetching ? <Loader size={14} /> : null}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              combobox.openDropdown();
            }}
            onKeyDown={({ key }) => {
              if (key === 'Enter' && text.trim() !== '' && !isCurrent) enter();
            }}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={text.trim() === '' || !isCurrent}>
          <Combobox.Options aria-label="Found">
            {data?.length === 0 ? <Combobox.Empty>No results</Combobox.Empty> : null}
            {(isCurrent ? data : []).map(({ page, label, kind }) => (
              <Combobox.Option key={page} value={page}>
                <Text size="sm" truncate>
                  {label}
                </Text>
                <Text size="xs" c="dimmed">
                  {kind}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
}
