import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { findPage } from './find-page.ts';
import { usePlace } from './place.ts';
import { useGo } from './target.ts';

/** Goes to whatever an id, one's own id of an order, or a buyer's email address names. */
export function SearchBox() {
  const { environment, store, pathTo } = usePlace();
  const go = useGo();
  const [text, setText] = useState('');
  const [isSearching, setSearching] = useState(false);
  const search = async (event: FormEvent) => {
    event.preventDefault();
    const sought = text.trim();
    if (sought === '') return;
    setSearching(true);
    const page = await findPage(sought, store.id, environment).catch(() => null);
    setSearching(false);
    if (page === null) {
      notifications.show({ color: 'yellow', message: `No results for “${sought}”.` });
    } else {
      setText('');
      go(pathTo(page));
    }
  };
  return (
    <search>
      <form onSubmit={search}>
        <TextInput
          size="sm"
          aria-label="Search by any id, external id or email"
          placeholder="Any id or email"
          leftSection={<MagnifyingGlassIcon aria-hidden="true" />}
          value={text}
          disabled={isSearching}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
