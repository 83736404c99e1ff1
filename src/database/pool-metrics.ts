import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database.ts';

/** Shows how the connections to the database are used. */
export function measurePool(registry: Registry, database: Pick<Database, 'connections'>): void {
  const gauge: Gauge<'state'> = new Gauge({
    name: 'tillgate_database_connections',
    help: 'Connections of this process by state; waiting: calls that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(database.connections())) {
        gauge.set({ state }, count);
      }
    },
  });
}
