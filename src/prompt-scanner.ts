import type { Config } from './config.ts';
import { createProvider } from './safety/provider.ts';
import { createScanner, type PromptScanner, type ScannerOptions } from './safety/scanner.ts';

/** The content-safety check, with the external moderation endpoint where one is configured. */
export function createPromptScanner(
  config: Config,
  onVerdict: ScannerOptions['onVerdict'],
): PromptScanner {
  const { SAFETY_PROVIDER_URL: url, SAFETY_PROVIDER_KEY: key } = config;
  if (!url) return createScanner({ onVerdict });
  const settings = { url, key: key ?? '', model: config.SAFETY_PROVIDER_MODEL };
  return createScanner({ onVerdict, provider: createProvider(settings, fetch) });
}
