import type { Config } from './config.ts';
import { createProvider } from './safety/provider.ts';
import { createScanner, type PromptScanner, type ScannerOptions } from './safety/scanner.ts';

/**
 * The content-safety check, with the external moderation endpoint where one is configured. Its
 * data takes a tenth of a second to load, so that waits until somebody asks for it.
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
  return {
    get problems() {
      return loaded().problems;
    },
    scan: (prompt, options) => loaded().scan(prompt, options),
  };
}

function configuredProvider(config: Config): ScannerOptions['provider'] {
  const { SAFETY_PROVIDER_URL: url, SAFETY_PROVIDER_KEY: key } = config;
  if (!url) return undefined;
  return createProvider({ url, key: key ?? '', model: config.SAFETY_PROVIDER_MODEL }, fetch);
}
