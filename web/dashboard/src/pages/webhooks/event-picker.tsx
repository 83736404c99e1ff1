import { Checkbox, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core';
import { EVENT_GROUPS, EVENT_MEANINGS, EVENT_TYPES, type EventGroup } from './event-groups.ts';
import type { EventType } from './webhooks.ts';

interface Props {
  readonly value: readonly EventType[];
  readonly onChange: (value: EventType[]) => void;
  readonly error?: React.ReactNode;
}

/** Long names break on narrow screens. */
const BREAKING = { labelWrapper: { minWidth: 0 }, label: { overflowWrap: 'anywhere' } } as const;

/** Selects a webhook's events, individually, by group or all. */
export function EventPicker({ value, onChange, error }: Props) {
  const set = (types: readonly EventType[], isOn: boolean) =>
    onChange(EVENT_TYPES.filter((type) => (types.includes(type) ? isOn : value.includes(type))));
  return (
    <Stack gap="sm" role="group" aria-label="Events">
      <SelectAll label="All events" types={EVENT_TYPES} value={value} set={set} />
      <Text size="sm" c="dimmed" role="status">
        {value.length === 0 ? 'Without any event, this webhook receives nothing.' : ''}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {EVENT_GROUPS.map((group) => (
          <Group key={group.label} group={group} value={value} set={set} />
        ))}
      </SimpleGrid>
      {error ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}

type SetTypes = (types: readonly EventType[], isOn: boolean) => void;

function Group({
  group: { label, types },
  value,
  set,
}: {
  readonly group: EventGroup;
  readonly value: readonly EventType[];
  readonly set: SetTypes;
}) {
  return (
    <Fieldset legend={label} miw={0}>
      <Stack gap="xs">
        {types.length > 1 ? (
          <SelectAll label={`All ${label.toLowerCase()}`} {...{ types, value, set }} />
        ) : null}
        {types.map((type) => (
          <Checkbox
            key={type}
            label={type}
            description={EVENT_MEANINGS[type]}
            styles={BREAKING}
            checked={value.includes(type)}
            onChange={({ currentTarget }) => set([type], currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

function SelectAll({
  label,
  types,
  value,
  set,
}: {
  readonly label: string;
  readonly types: readonly EventType[];
  readonly value: readonly EventType[];
  readonly set: SetTypes;
}) {
  const count = types.filter((type) => value.includes(type)).length;
  return (
    <Checkbox
      label={label}
      fw={600}
      checked={count === types.length}
      indeterminate={count > 0 && count < types.length}
      onChange={() => set(types, count < types.length)}
    />
  );
}
