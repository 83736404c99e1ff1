import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface Props {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * A day. What is typed stays here until its year is whole: on the way to 2026 a browser tells of the
 * years 2, 20 and 202, and a field that is written to meanwhile forgets where the typing is.
 */
export function DayInput({ label, value, onChange }: Props) {
  const [known, setKnown] = useState({ value, typed: value });
  if (known.value !== value) setKnown({ value, typed: value });
  return (
    <TextInput
      label={label}
      type="date"
      size="xs"
      value={known.typed}
      onChange={({ currentTarget: { value: typed } }) => {
        setKnown({ value, typed });
        if (typed === '' || typed >= '1000') onChange(typed);
      }}
    />
  );
}
