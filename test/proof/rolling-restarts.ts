import { startBalancer } from '../support/balancer.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { type LoadOptions, type LoadResult, startLoad } from '../support/steady-load.ts';

/** Longer than the balancer takes to notice that a process isn't ready. */
const DRAIN_MS = '600';
const PLACES = [0, 1] as const;
/**
 * Minimum requests answered between two restarts, so that slow machines have load at each restart
 * too.
 */
const MIN_ANSWERS_BETWEEN = 100;

export interface RollingOptions extends LoadOptions {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Processes restarted, one after the other. */
  readonly restarts: number;
}

/** Restarts two API processes in turn behind a balancer, under signed writes at a steady rate. */
export async function restartInTurns(options: RollingOptions): Promise<LoadResult> {
  const settings = { ...options.settings, ROLE: 'api', DRAIN_MS, RATE_LIMITS: 'off' };
  const start = () => startService(options.folder, settings);
  const balancer = await startBalancer();
  const running: ServiceProcess[] = [];
  const begin = async (place: number) => {
    const service = await start();
    running[place] = service;
    balancer.put(place, service.baseUrl);
    await balancer.untilReady(place);
  };
  for (const place of PLACES) await begin(place);
  const load = startLoad(balancer.url, options);
  try {
    for (let restart = 0; restart < options.restarts; restart += 1) {
      const place = restart % PLACES.length;
      const code = await running[place]?.stop();
      if (code !== 0) throw new Error(`A process exited with ${code}`);
      await begin(place);
      await load.untilAnswered(MIN_ANSWERS_BETWEEN);
    }
    return await load.stop();
  } finally {
    await Promise.all(running.map((service) => service.stop()));
    await balancer.close();
  }
}
