import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureHints } from '../../../src/gateway/credentials/signature-mistakes.ts';
import { LANGUAGES } from './examples.ts';
import { type DocFile, type DocPage, fence, table } from './page.ts';
import { root } from './project-pages.ts';

const EXTENSIONS = { curl: 'sh', node: 'mjs', python: 'py', go: 'go', php: 'php' } as const;

const vectors = JSON.parse(readFileSync(join(root, 'docs/guides/signing-vectors.json'), 'utf8'));
/** The initial request of the page and its calculator. */
export const sample: Readonly<
  Record<'path' | 'timestamp' | 'body' | 'bodyHash' | 'canonicalRequest' | 'signature', string>
> = vectors.vectors[0];
/** A key made for this page and the vectors; it isn't registered anywhere. */
export const sampleKey: string = vectors.privateKey;

function helperOf(language: keyof typeof EXTENSIONS): string {
  const name = `tillgate.${EXTENSIONS[language]}`;
  return readFileSync(join(import.meta.dirname, '../helpers', name), 'utf8');
}

/** The helpers used by the examples, and vectors for testing your own. */
export function signingFiles(): DocFile[] {
  const helpers = LANGUAGES.map(([language]) => ({
    path: `/docs/helpers/tillgate.${EXTENSIONS[language]}`,
    contentType: 'text/plain; charset=utf-8',
    content: helperOf(language),
  }));
  return [
    ...helpers,
    {
      path: '/docs/signing-vectors.json',
      contentType: 'application/json; charset=utf-8',
      content: readFileSync(join(root, 'docs/guides/signing-vectors.json')),
    },
  ];
}

export function signingPage(): DocPage {
  const helpers = LANGUAGES.map(([language, code, title]) =>
    fence(`${code} tab="${title}"`, helperOf(language)),
  );
  const links = LANGUAGES.map(([language, , title]) => {
    const name = `tillgate.${EXTENSIONS[language]}`;
    return `[${title}](/docs/helpers/${name})`;
  });
  const hints = Object.values(signatureHints).map(({ template }) => `- ${template}`);
  const steps = table(
    ['Line', 'In the example'],
    [
      ['1. The method, in capitals', '`POST`'],
      ['2. The path as requested, without scheme, host and query', `\`${sample.path}\``],
      ['3. The time in Unix seconds, as in `X-Timestamp`', `\`${sample.timestamp}\``],
      ['4. The SHA-256 of the body’s bytes, in Base64', `\`${sample.bodyHash}\``],
    ],
  );
  return {
    path: '/docs/signing',
    section: 'Build',
    title: 'Signing',
    summary:
      'Sign a request step by step, check yours with a calculator, and get a helper for your language.',
    markdown: `# Signing

A server signs each request with the private key of an API key. The service has the public key only, so nobody who
reads its database can sign for you. You need three headers: \`X-Merchant-Id\`, \`X-Timestamp\` and \`X-Signature\`.
[Authentication](/docs/guides/authentication) has the other credentials, for buyers' browsers and visitors.

## Step by step

1. **Serialize the body once**, and keep those bytes: you hash them, and you send them.

${fence('json', sample.body)}

2. **Join four lines** with single newlines, without one at the end.

${steps}

${fence('text', sample.canonicalRequest)}

3. **Sign** this text: RSA with SHA-256 and PKCS #1 v1.5 padding, in standard Base64.
4. **Send** the body with the headers. The time may be at most 300 s behind or 60 s ahead of the service's clock.

${fence('http', `POST ${sample.path}\nContent-Type: application/json\nX-Merchant-Id: MER_…\nX-Timestamp: ${sample.timestamp}\nX-Signature: ${sample.signature.slice(0, 40)}…`)}

## Calculator

Compare each step with your program's output. Everything is computed in this page: it stores nothing, and its
security policy keeps it from sending anything. The key shown was made for this page. To check your own requests, use
a key of the test environment.

\`\`\`calculator
\`\`\`

[Test vectors](/docs/signing-vectors.json) have more requests with every intermediate value, for testing your own code.

## Helpers

Each helper signs a call and sends it. Save one next to your program: ${links.join(', ')}. It reads
\`TILLGATE_BASE_URL\`, \`TILLGATE_MERCHANT_ID\` and \`TILLGATE_PRIVATE_KEY\` from the environment, under the names that
\`npx tillgate init\` writes into its file:

${fence('sh', 'set -a; . ./shop.env; set +a')}

${helpers.join('\n\n')}

## When it fails

The response is 401 \`Invalid signature\`. In the test environment, a second entry says what was signed differently if
it's one of the common mistakes:

${hints.join('\n')}

With curl use \`--data-binary\`: \`-d\` drops newlines, so the body would no longer be the one you signed.
`,
  };
}
