import {
  Button,
  Checkbox,
  Group,
  Modal,
  Progress,
  Select,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../app/place.ts';
import { columnLabel, EXPORT_COLUMNS, type ExportList } from './export-columns.ts';
import { Problem } from './problem.tsx';
import { useExport } from './use-export.ts';
import type { Listing } from './use-listing.ts';

interface Props {
  readonly list: ExportList;
  readonly asked: Listing<{ readonly id: string }>['asked'];
  readonly onClose: () => void;
}

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
/** The browser's time zone, or UTC if it doesn't know where it is. */
const OWN_ZONE = zone === 'Etc/Unknown' ? 'UTC' : zone;
const ZONES = [...new Set([OWN_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
const FORMATS = [
  { value: 'csv', label: 'CSV, for spreadsheets' },
  { value: 'jsonl', label: 'JSON Lines, for programs' },
];

/** The export options, then its progress. */
export function ExportDialog({ list, asked, onClose }: Props) {
  const { store, environment } = usePlace();
  const choice = useChoice(list);
  const run = useExport();
  const start = () => {
    const { columns, format, timeZone } = choice;
    const { filter, orderBy } = asked;
    run.start({ list, storeId: store.id, filter, orderBy, columns, format, timeZone }, environment);
  };
  const close = () => {
    run.stop();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title="Export"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          Exports everything that matches this list’s filters, in the same order. To export a single
          month, filter by date first.
        </Text>
        <Group grow align="flex-start">
          <Select
            label="Format"
            allowDeselect={false}
            data={FORMATS}
            value={choice.format}
            onChange={(value) => choice.setFormat(value === 'jsonl' ? 'jsonl' : 'csv')}
          />
          <Select
            label="Time zone"
            allowDeselect={false}
            searchable
            limit={100}
            data={ZONES}
            value={choice.timeZone}
            onChange={(value) => choice.setTimeZone(value ?? 'UTC')}
          />
        </Group>
        <Checkbox.Group
          label="Columns"
          description="The ID always comes first."
          value={[...choice.columns]}
          onChange={choice.setColumns}
        >
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt="xs">
            {EXPORT_COLUMNS[list].map((name) => (
              <Checkbox key={name} value={name} label={columnLabel(name)} size="sm" />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Progressing run={run} />
        <Problem error={run.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {run.isBusy ? 'Cancel' : 'Close'}
          </Button>
          <Button onClick={start} loading={run.isBusy}>
            Export
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Progressing({ run }: { readonly run: ReturnType<typeof useExport> }) {
  const { rows, total, isBusy } = run;
  if (rows === null) return null;
  const done = rows.toLocaleString('en');
  const noun = rows === 1 ? 'row' : 'rows';
  const all = total === null ? '' : ` of ${total.toLocaleString('en')}`;
  return (
    <Stack gap={4}>
      <Progress
        value={isBusy ? (total ? Math.min(100, (100 * rows) / total) : 0) : 100}
        aria-label="Rows exported"
      />
      <Text size="sm" role="status">
        {isBusy ? `${done}${all} rows` : `Done: ${done} ${noun}`}
      </Text>
    </Stack>
  );
}

/** Columns, format and time zone, stored in this browser. */
function useChoice(list: ExportList) {
  const key = `tillgate.export.${list}`;
  const known = EXPORT_COLUMNS[list];
  const [kept, setKept] = useState(() => readKept(key));
  const keep = (change: Kept) => {
    const next = { ...kept, ...change };
    setKept(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return {
    columns: known.filter((name) => kept.columns?.includes(name) ?? true),
    format: kept.format === 'jsonl' ? ('jsonl' as const) : ('csv' as const),
    timeZone: ZONES.find((zone) => zone === kept.timeZone) ?? OWN_ZONE,
    setColumns: (columns: string[]) => keep({ columns }),
    setFormat: (format: string) => keep({ format }),
    setTimeZone: (timeZone: string) => keep({ timeZone }),
  };
}

interface Kept {
  readonly columns?: readonly string[];
  readonly format?: string;
  readonly timeZone?: string;
}

function readKept(key: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
