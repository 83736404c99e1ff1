import { expect, it } from 'vitest';
import { attackService } from '../proof/attack/attack.ts';
import { startService, withFolder } from '../support/service-process.ts';

/** Milliseconds per attack; `npm run attack` runs longer, and also judges memory and delay. */
const ATTACK_MS = 1_000;

it('survives every attack without a fault', { timeout: 240_000 }, () =>
  withFolder(async (folder) => {
    const service = await startService(folder, { DEMO: 'false' });
    try {
      const { findings } = await attackService(service, 'embedded', ATTACK_MS);
      for (const finding of findings) {
        expect(finding, finding.scenario).toMatchObject({ isAlive: true, faults: 0 });
      }
    } finally {
      await service.stop();
    }
  }),
);
