import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database.ts';

/** Reports connection usage. */
export function measurePool(registry: Registry, database: Pick<Database, 'connections'>): void {
  const gauge: Gauge<'state'> = new Gauge({
    name: 'tillgate_database_connections',
    help: 'Connections of this process by state; "waiting" counts calls that wait for a connection.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(database.connections())) {
        gauge.set({ state }, count);
      }
    },
  });
}
