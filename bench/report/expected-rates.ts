import { POSTGRES_CORE, SERVICE_CORE } from '../support/capacity-rows.ts';
import { formatValue, type Measurements, warningsOf } from '../support/result.ts';

/** The fraction of a core to plan for; the rest is for peaks, vacuum and backups. */
const PLANNED_LOAD = 0.7;
/** The fraction left when a coordinator plans and forwards queries. An assumption, not measured. */
const COORDINATED = 0.8;

/** Cores for API processes and for PostgreSQL; null if they share cores. */
interface Layout {
  readonly name: string;
  readonly apiCores: number;
  readonly databaseCores: number | null;
  readonly factor: number;
}

const LAYOUTS: readonly Layout[] = [
  { name: 'one machine of 4 cores', apiCores: 4, databaseCores: null, factor: 1 },
  {
    name: 'several: 4 machines of 4 cores, PostgreSQL on 16 cores',
    ...{ apiCores: 16, databaseCores: 16, factor: 1 },
  },
  {
    name: 'many: 16 machines of 4 cores, 8 database nodes of 16 cores',
    ...{ apiCores: 64, databaseCores: 128, factor: COORDINATED },
  },
];

/** Rates derived from the measured capacity of a core, as a Markdown table. */
export function expectedRates({ capacity }: Measurements): string {
  const rows = capacity?.results[0]?.rows ?? [];
  const find = (name: string) => rows.find((row) => row.name === name)?.cells;
  const [service, postgres] = [find(SERVICE_CORE), find(POSTGRES_CORE)];
  if (!capacity || !service || !postgres) return 'Not measured yet: `npm run bench capacity`.';
  const cases = Object.keys(service);
  const lines = LAYOUTS.map((layout) => {
    const rates = cases.map((name) => rateOf(layout, service[name] ?? 0, postgres[name] ?? 0));
    return `| ${[layout.name, ...rates].join(' | ')} |`;
  });
  return [
    `| requests a second | ${cases.join(' | ')} |`,
    `|---|${'---:|'.repeat(cases.length)}`,
    ...lines,
    ...warningsOf(capacity).flatMap((warning) => ['', warning]),
  ].join('\n');
}

/** Names the side that saturates first if API processes and database have separate cores. */
function rateOf(layout: Layout, service: number, postgres: number): string {
  const { apiCores, databaseCores, factor } = layout;
  if (databaseCores === null) {
    const shared = (apiCores * PLANNED_LOAD) / (1 / service + 1 / postgres);
    return formatValue(twoDigits(shared));
  }
  const api = apiCores * service * PLANNED_LOAD;
  const database = databaseCores * postgres * PLANNED_LOAD * factor;
  const bound = api < database ? 'API' : 'database';
  return `${formatValue(twoDigits(Math.min(api, database)))} (${bound})`;
}

function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
