import { Button, Group, TextInput } from '@mantine/core';
import { fromFieldText, hoursAgo, soon, toFieldText } from './local-time.ts';

interface Props {
  /** ISO times; empty means unbounded. */
  readonly from: string;
  readonly to: string;
  readonly onChange: (name: 'from' | 'to', iso: string) => void;
  readonly errors?: { readonly from?: React.ReactNode; readonly to?: React.ReactNode };
}

const SPANS = [
  { label: 'Last hour', hours: 1 },
  { label: '24 hours', hours: 24 },
  { label: '7 days', hours: 7 * 24 },
];

/** A time span in the visitor's time zone, with presets. */
export function TimeSpanFields({ from, to, onChange, errors = {} }: Props) {
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="From"
        type="datetime-local"
        size="xs"
        value={toFieldText(from)}
        error={errors.from}
        onChange={({ currentTarget }) => onChange('from', fromFieldText(currentTarget.value) ?? '')}
      />
      <TextInput
        label="To"
        type="datetime-local"
        size="xs"
        value={toFieldText(to)}
        error={errors.to}
        onChange={({ currentTarget }) => onChange('to', fromFieldText(currentTarget.value) ?? '')}
      />
      <Button.Group>
        {SPANS.map(({ label, hours }) => (
          <Button
            key={label}
            size="xs"
            variant="default"
            onClick={() => {
              onChange('from', hoursAgo(hours));
              onChange('to', soon());
            }}
          >
            {label}
          </Button>
        ))}
      </Button.Group>
    </Group>
  );
}
