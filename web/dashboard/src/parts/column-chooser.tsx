import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ShownColumn } from './column-table.tsx';

interface Choosable<Row> extends ShownColumn<Row> {
  readonly isExtra?: boolean;
}

/** Selects the visible columns; the choice is stored in this browser. */
export function useChosenColumns<Column extends Choosable<never>>(
  caption: string,
  columns: readonly Column[],
) {
  const key = `tillgate.columns.${caption}`;
  const [chosen, setChosen] = useState(() => readChosen(key));
  const usual = columns.filter(({ isExtra }) => !isExtra).map(({ label }) => label);
  const names = chosen ?? usual;
  const choose = (next: readonly string[]) => {
    setChosen(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return {
    labels: columns.map(({ label }) => label),
    names,
    choose,
    // The first column identifies the row and links to it.
    shown: columns.filter(({ label }, place) => place === 0 || names.includes(label)),
  };
}

function readChosen(key: string): readonly string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(kept) ? kept.map(String) : null;
  } catch {
    return null;
  }
}

export function ColumnChooser({
  labels,
  names,
  choose,
}: {
  readonly labels: readonly string[];
  readonly names: readonly string[];
  readonly choose: (names: readonly string[]) => void;
}) {
  return (
    <Popover position="bottom-end" withinPortal>
      <Popover.Target>
        <Button size="xs" variant="default">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group value={[...names]} onChange={choose} label="Columns">
          <Stack gap="xs" mt="xs">
            {labels.map((label, place) => (
              <Checkbox key={label} value={label} label={label} size="xs" disabled={place === 0} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
