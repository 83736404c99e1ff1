import type { Config } from './config.ts';
import { nextPiece } from './kit/pieces.ts';
import { createTurns, waitForTurn } from './kit/turns.ts';
import { createProvider } from './safety/provider.ts';
import { createScanner, type PromptScanner, type ScannerOptions } from './safety/scanner.ts';

/** Milliseconds between a merchant's checks per character, about as long as a check takes. */
const MS_APART = 0.001;
/** Characters from which a check is long enough to be a separate piece of work. */
const LONG = 1_000;

/**
 * The content-safety check, with the external moderation endpoint if configured. Its data takes a
 * tenth of a second to load, so it is loaded on first use. Each merchant's checks take turns, so
 * that many of them leave time for others; `BusyError` is thrown while too many wait.
 */
export function createPromptScanner(
  config: Config,
  onVerdict: ScannerOptions['onVerdict'],
): PromptScanner {
  let scanner: PromptScanner | undefined;
  const loaded = () => {
    scanner ??= createScanner({ onVerdict, provider: configuredProvider(config) });
    return scanner;
  };
  const turns = createTurns();
  return {
    get problems() {
      return loaded().problems;
    },
    scan: async (prompt, options) => {
      const who = options.merchantId ?? '';
      await waitForTurn(turns, who, prompt.length * MS_APART);
      if (prompt.length > LONG) await nextPiece(who);
      return loaded().scan(prompt, options);
    },
  };
}

function configuredProvider(config: Config): ScannerOptions['provider'] {
  const { SAFETY_PROVIDER_URL: url, SAFETY_PROVIDER_KEY: key } = config;
  if (!url) return undefined;
  return createProvider({ url, key: key ?? '', model: config.SAFETY_PROVIDER_MODEL }, fetch);
}
