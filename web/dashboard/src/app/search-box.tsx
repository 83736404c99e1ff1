import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useLater } from '../parts/use-later.ts';
import { SearchField } from './search-field.tsx';

const loadFound = () => import('./search-found.tsx').then((m) => m.SearchFound);

/** Searches as you type, by ID, part of an address, name or external ID. */
export function SearchBox() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [Found, want] = useLater(loadFound);
  const focus = () => field.current?.focus();
  useHotkeys([
    ['mod+K', focus],
    ['/', focus],
  ]);
  const shared = { text, setText };
  return (
    <search>
      {Found ? (
        <Found
          {...shared}
          field={field}
          isEntered={isEntered}
          isInUse={document.activeElement === field.current}
        />
      ) : (
        <SearchField
          {...shared}
          ref={field}
          onFocus={want}
          onKeyDown={({ key }) => setEntered(key === 'Enter')}
        />
      )}
    </search>
  );
}
