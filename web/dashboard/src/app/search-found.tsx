import { Combobox, Loader, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { find } from './find-page.ts';
import { usePlace } from './place.ts';
import { queryClient } from './query-client.ts';
import { SearchField, type SearchFieldProps } from './search-field.tsx';
import { useGo } from './target.ts';

/** Milliseconds after the last keystroke before searching. */
const TYPED_MS = 200;

type Props = Pick<SearchFieldProps, 'text' | 'setText'> & {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Whether the field had the focus while this was loading. */
  readonly isInUse: boolean;
  /** Whether Enter was the last key pressed by then. */
  readonly isEntered: boolean;
};

/** The search field with its results. */
export function SearchFound({ field, text, setText, isInUse, isEntered }: Props) {
  const { environment, store, pathTo } = usePlace();
  const go = useGo();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed] = useDebouncedValue(text.trim(), TYPED_MS);
  const reading = (sought: string) => ({
    queryKey: ['find', environment, store.id, sought],
    queryFn: () => find(sought, store.id, environment),
  });
  const { data, error, isFetching } = useQuery({ ...reading(typed), enabled: typed !== '' });
  const isTyped = typed === text.trim();
  const isCurrent = data !== undefined && isTyped;
  const isFailed = error !== null && isTyped;
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
  /** Enter before the results have arrived: opens the first one when they do. */
  const enter = async () => {
    const [first] = await queryClient.fetchQuery(reading(text.trim())).catch(() => []);
    if (first) leave(first.page);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in place of the plain field.
  useLayoutEffect(() => {
    if (!isInUse) return;
    field.current?.focus();
    combobox.openDropdown();
    if (isEntered && text.trim() !== '') enter();
  }, []);
  return (
    <Combobox store={combobox} onOptionSubmit={leave}>
      <Combobox.Target>
        <SearchField
          ref={field}
          text={text}
          setText={(typed) => {
            setText(typed);
            combobox.openDropdown();
          }}
          rightSection={isFetching ? <Loader size={14} /> : null}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && text.trim() !== '' && !isCurrent) enter();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === '' || !(isCurrent || isFailed)}>
        <Combobox.Options aria-label="Search results">
          {isFailed ? (
            <Combobox.Empty>The search failed. Press Enter to try again.</Combobox.Empty>
          ) : null}
          {isCurrent && data.length === 0 ? <Combobox.Empty>No results</Combobox.Empty> : null}
          {(isCurrent ? data : []).map(({ page, label, kind }) => (
            <Combobox.Option key={page} value={page}>
              <Text size="sm" truncate>
                {label}
              </Text>
              <Text size="xs" className="found-kind">
                {kind}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
