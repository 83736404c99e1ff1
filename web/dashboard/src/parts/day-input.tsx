import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface Props {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * A date field. Input is kept local until the year is complete: while 2026 is typed, browsers
 * report the years 2, 20 and 202, and updating the field in between would lose the cursor position.
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
