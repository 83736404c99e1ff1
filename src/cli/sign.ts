import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { signedHeaders } from './call.ts';
import { CliError, readSettings } from './settings.ts';

interface SignOptions {
  readonly body?: string;
  readonly bodyFile?: string;
}

/** `sign`: the headers of one signed request, ready for `curl -H @headers.txt`. */
export function addSign(program: Command): void {
  program
    .command('sign')
    .description('print the headers of a signed request; send exactly this body within 5 minutes')
    .argument('<path>', 'for example /v1/actions/store/create-store')
    .option('--body <json>', 'the exact body')
    .option('--body-file <path>', 'a file with the exact body; - reads standard input')
    .action((path: string, options: SignOptions, command: Command) => {
      const { merchantId, privateKey } = readSettings(command);
      const headers = signedHeaders(checkPath(path), readBody(options), merchantId, privateKey);
      for (const [name, value] of Object.entries(headers)) {
        process.stdout.write(`${name}: ${value}\n`);
      }
    });
}

function checkPath(path: string): string {
  if (path.startsWith('/')) return path;
  throw new CliError('The path must start with a slash: /v1/actions/store/create-store');
}

function readBody({ body, bodyFile }: SignOptions): Buffer {
  if (body !== undefined && bodyFile !== undefined) {
    throw new CliError('Pass either --body or --body-file, not both');
  }
  if (body !== undefined) return Buffer.from(body);
  if (bodyFile !== undefined) return readFileSync(bodyFile === '-' ? 0 : bodyFile);
  throw new CliError('Pass the exact body with --body or --body-file');
}
