import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { arrive, draftOf } from './draft.ts';

interface Props {
  /** Two days, `YYYY-MM-DD..YYYY-MM-DD`; either can be empty. */
  readonly value: string;
  /** After both labels. */
  readonly suffix?: string;
  /** Whether two days can be applied; otherwise they are only shown. */
  readonly isUsable?: (first: string, last: string) => boolean;
  readonly onChange: (first: string, last: string) => void;
}

/**
 * Two date fields. A day is applied once its year is complete: while 2026 is typed, browsers report
 * the years 2, 20 and 202.
 */
export function DaySpan({ value, suffix = '', isUsable = () => true, onChange }: Props) {
  const [draft, setDraft] = useState(draftOf(value));
  if (draft.value !== value) setDraft(arrive(draft, value));
  const [first = '', last = ''] = draft.typed.split('..');
  const change = (from: string, to: string) => {
    const typed = `${from}..${to}`;
    const isComplete = [from, to].every((day) => day === '' || day >= '1000');
    const isApplied = isComplete && isUsable(from, to);
    setDraft({ ...draft, typed, sent: isApplied ? [...draft.sent, typed] : draft.sent });
    if (isApplied) onChange(from, to);
  };
  return (
    <>
      <TextInput
        label={`First day${suffix}`}
        type="date"
        size="xs"
        value={first}
        onChange={({ currentTarget }) => change(currentTarget.value, last)}
      />
      <TextInput
        label={`Last day${suffix}`}
        type="date"
        size="xs"
        value={last}
        onChange={({ currentTarget }) => change(first, currentTarget.value)}
      />
    </>
  );
}
