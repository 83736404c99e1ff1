// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that is replaced.
import type { BrokenBuild } from '../broken-build.ts';

const JSON_BODY = 'src/gateway/read-json.ts';
const SERVER = 'src/gateway/server.ts';
const HTTP = 'test/gateway/http.test.ts';
const INPUT = 'src/contract/input.ts';
const INPUT_TESTS = 'src/contract/input.test.ts';
const TEXT = 'src/kit/text.ts';
const MARKDOWN = 'src/kit/markdown.ts';
const MARKDOWN_TESTS = 'src/kit/markdown.test.ts';

/** The invariants from docs/contract/invariants.md#30 to docs/contract/invariants.md#33. */
export const INPUTS: readonly BrokenBuild[] = [
  {
    invariants: [30],
    fault: 'a string may contain NUL',
    edits: [{ file: TEXT, find: "!text.includes('\\u0000') && text", replace: 'text' }],
    caughtBy: [{ file: HTTP, name: 'holds no NUL and no half of a surrogate pair' }],
  },
  {
    invariants: [30],
    fault: 'half of a surrogate pair is accepted',
    edits: [
      {
        file: TEXT,
        find: "!text.includes('\\u0000') && text.isWellFormed()",
        replace: "!text.includes('\\u0000')",
      },
    ],
    caughtBy: [{ file: HTTP, name: 'holds no NUL and no half of a surrogate pair' }],
  },
  {
    invariants: [30],
    fault: 'JSON may be nested to any depth',
    edits: [
      { file: JSON_BODY, find: 'const MAX_DEPTH = 64;', replace: 'const MAX_DEPTH = 6_400;' },
    ],
    caughtBy: [{ file: HTTP, name: 'is nested at most 64 levels deep' }],
  },
  {
    invariants: [30],
    fault: 'an array is accepted as an object',
    edits: [{ file: JSON_BODY, find: ' || Array.isArray(value)) {', replace: ') {' }],
    caughtBy: [{ file: HTTP, name: 'that is not an object is 400' }],
  },
  {
    invariants: [30],
    fault: 'bodies of 8 MB are read',
    edits: [
      {
        file: SERVER,
        find: 'const MAX_BODY_BYTES = 1024 * 1024;',
        replace: 'const MAX_BODY_BYTES = 8 * 1024 * 1024;',
      },
    ],
    caughtBy: [{ file: HTTP, name: 'over 1 MB is 413' }],
  },
  {
    invariants: [30],
    fault: 'internal errors are shown to the caller',
    edits: [
      {
        file: 'src/gateway/failure.ts',
        find: '  return gatewayErrors.internal();',
        replace: "  return new ActionError(500, [{ message: String(error), layer: 'gateway' }]);",
      },
    ],
    caughtBy: [{ file: HTTP, name: 'to an internal error is 500 and reveals nothing about it' }],
  },
  {
    invariants: [31],
    fault: 'names are measured in UTF-16 units',
    edits: [
      {
        file: INPUT,
        find: 'if (codePointLength(value) > maxLength)',
        replace: 'if (value.length > maxLength && codePointLength)',
      },
    ],
    caughtBy: [{ file: INPUT_TESTS, name: 'are trimmed, then measured in code points' }],
  },
  {
    invariants: [31],
    fault: 'control characters beyond ASCII are accepted',
    edits: [
      {
        file: TEXT,
        find: '/[\\u0000-\\u001f\\u007f-\\u009f]/',
        replace: '/[\\u0000-\\u001f\\u007f]/',
      },
    ],
    caughtBy: [
      { file: 'src/kit/text.test.ts', name: 'have a control character exactly if Unicode says Cc' },
    ],
  },
  {
    invariants: [31],
    fault: 'a blank name counts as missing',
    edits: [
      {
        file: INPUT,
        find: "if (value === '') return rows.blank;",
        replace: "if (value === '') return rows.missing;",
      },
    ],
    caughtBy: [
      { file: 'src/domain/store/create-store.test.ts', name: 'cannot be empty or contain only' },
    ],
  },
  {
    invariants: [32],
    fault: 'any text is accepted as a color',
    edits: [
      {
        file: 'src/domain/store/settings-patch.ts',
        find: '.regex(COLOR)',
        replace: '.regex(/^/)',
      },
    ],
    caughtBy: [
      { file: 'src/domain/store/settings-patch.test.ts', name: 'can not escape a style sheet' },
    ],
  },
  {
    invariants: [32],
    fault: 'HTML in a description is HTML on the page',
    edits: [{ file: MARKDOWN, find: 'html: false', replace: 'html: true' }],
    caughtBy: [{ file: MARKDOWN_TESTS, name: 'shows HTML as text, pictures as words' }],
  },
  {
    invariants: [32],
    fault: 'a link may have any scheme',
    edits: [
      {
        file: MARKDOWN,
        find: 'parseHttpUrl(url, MAX_LINK_LENGTH) !== null;',
        replace: "url !== '' && parseHttpUrl !== null && MAX_LINK_LENGTH > 0;",
      },
    ],
    caughtBy: [{ file: MARKDOWN_TESTS, name: 'makes no link of [a](//a.example)' }],
  },
  {
    invariants: [32],
    fault: 'the policy of a page allows scripts inside it',
    edits: [
      {
        file: 'src/pages/shared/security-headers.ts',
        find: "script-src 'self'",
        replace: "script-src 'self' 'unsafe-inline'",
      },
    ],
    caughtBy: [
      { file: 'test/pages/checkout-http.test.ts', name: 'answers the page under a strict policy' },
    ],
  },
  {
    invariants: [32],
    fault: 'a successUrl may carry a password',
    edits: [
      {
        file: 'src/kit/url.ts',
        find: "return url.username === '' && url.password === '' ? url : null;",
        replace: 'return url;',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/product/content-input.test.ts',
        name: 'refuses a successUrl that is no plain web address',
      },
    ],
  },
  {
    invariants: [33],
    fault: 'prompts are logged',
    edits: [
      {
        file: 'src/gateway/request-log.ts',
        find: 'const { id, method } = request;',
        replace:
          'const { id, method } = request;\n  request.log.info({ body: String(request.body) });',
      },
    ],
    caughtBy: [{ file: 'test/gateway/prompt-trace.test.ts', name: 'a prompt is in no log line' }],
  },
  {
    invariants: [33],
    fault: 'an answer repeats its prompt',
    edits: [
      {
        file: 'src/domain/verification/scan-prompt.ts',
        find: 'handle: async ({ prepared, now }) => ({\n    data: {',
        replace: 'handle: async ({ input, prepared, now }) => ({\n    data: {\n      ...input,',
      },
    ],
    caughtBy: [{ file: 'test/gateway/prompt-trace.test.ts', name: 'a prompt is in no answer' }],
  },
  {
    invariants: [33],
    fault: 'verdicts are stored for replay',
    edits: [
      {
        file: 'src/domain/verification/scan-prompt.ts',
        find: '  replayable: false,\n',
        replace: '',
      },
    ],
    caughtBy: [
      {
        file: 'src/domain/verification/scan-prompt.test.ts',
        name: 'scans again with the same idempotency key',
      },
    ],
  },
  {
    invariants: [33],
    fault: 'the log quotes values that the database rejected',
    edits: [
      {
        file: 'src/gateway/request-log.ts',
        find: "isQuoting ? '(a data exception quotes a value)' : error.message",
        replace: 'isQuoting ? error.message : error.message',
      },
    ],
    caughtBy: [
      { file: 'test/gateway/request-log.test.ts', name: 'quotes no value that the database' },
    ],
  },
];
