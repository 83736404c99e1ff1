import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { root } from '../../support/service-process.ts';
import { applyEdit, type Edit } from '../broken-builds/broken-build.ts';

const ENDPOINT = 'src/graphql/endpoint.ts';
const LARGE: readonly Edit[] = [
  {
    file: 'src/graphql/answer.ts',
    find: 'isLarge ? large : query',
    replace: 'query',
  },
  {
    file: ENDPOINT,
    find: 'chargeAnswer(length);',
    replace: '',
  },
];
const KEYS: readonly Edit[] = [
  {
    file: 'src/gateway/rate-limit.ts',
    find: "perSecond('api-key', config.RATE_LIMIT_API_KEY_PER_SECOND)",
    replace: "perSecond('api-key', 1e9)",
  },
];

/** The edits that remove each scenario's defense, by the scenario's name. */
export const DEFENSES: Readonly<Record<string, readonly Edit[]>> = {
  'names of a megabyte that a rate limit is keyed by': [
    {
      file: 'src/domain/merchant/request-password-reset.ts',
      find: 'knownEmail(errors.missingEmail, errors.longEmail)',
      replace: 'z.string()',
    },
  ],
  'bodies of a megabyte of tiny values': [
    {
      file: 'src/gateway/read-json.ts',
      find: 'if (values > MAX_VALUES) throw gatewayErrors.tooManyValues();',
      replace: '',
    },
  ],
  "wrong signatures under a merchant's ID": [
    {
      file: 'src/gateway/credentials/failed-signatures.ts',
      find: 'burst: 20, perSecond: 5 ',
      replace: 'burst: 1e9, perSecond: 1e9 ',
    },
    {
      file: 'src/gateway/credentials/failed-signatures.ts',
      find: 'burst: 40, perSecond: 20 ',
      replace: 'burst: 1e9, perSecond: 1e9 ',
    },
  ],
  'logins of made-up accounts': [
    {
      file: 'src/gateway/attempts.ts',
      find: 'burst: 10, perSecond: 1 ',
      replace: 'burst: 1e9, perSecond: 1e9 ',
    },
  ],
  '2,000 connections whose headers never end': [
    {
      file: 'src/gateway/limit-connections.ts',
      find: 'if (count > limits.MAX_CONNECTIONS_PER_NETWORK) socket.destroy();',
      replace: '',
    },
  ],
  'bodies of a megabyte that never end': [
    {
      file: 'src/gateway/limit-bodies.ts',
      find: 'if (heldInTotal + bytes > maxBytes ||',
      replace: 'if (heldInTotal > 1e12 &&',
    },
    {
      file: 'src/gateway/limit-bodies.ts',
      find: 'burst: 32, perSecond: 8 ',
      replace: 'burst: 1e9, perSecond: 1e9 ',
    },
  ],
  'answers that are never read': [
    { file: 'src/gateway/server.ts', find: '  handleOneAtATime(server);', replace: '' },
  ],
  'queries for megabytes, with a key': LARGE,
  'queries for megabytes, by a visitor': LARGE,
  'queries for megabytes, by a visitor to several stores': [
    {
      file: 'src/graphql/scope.ts',
      find: "'merchantId' in caller ? caller.merchantId : networkOf(address)",
      replace: "'merchantId' in caller ? caller.merchantId : caller.storeId",
    },
    {
      file: 'src/gateway/reading-turns.ts',
      find: "case 'slug': {",
      replace: "case 'slug': { return { own: caller.storeId, shared: address, who: address };",
    },
  ],
  'queries of a megabyte, all different': [
    { file: 'src/graphql/answer.ts', find: '    refuseLong(query);', replace: '' },
  ],
  'small queries, all different, with a key': [
    { file: 'src/graphql/answer.ts', find: '      await queryTurns.forText(who);', replace: '' },
  ],
  'introspection that aliases and fragments repeat': [
    {
      file: 'src/graphql/introspection.ts',
      find: 'if (fields > most) throw tooMuch();',
      replace: '',
    },
    {
      file: 'src/graphql/limits.ts',
      find: 'expandedFields(document) > MAX_FIELDS',
      replace: 'expandedFields(document) < 0',
    },
  ],
  'fragments that multiply a small query': [
    {
      file: 'src/graphql/limits.ts',
      find: 'expandedFields(document) > MAX_FIELDS',
      replace: 'expandedFields(document) < 0',
    },
  ],
  "all of a store's data, repeatedly, as an export reads it": LARGE,
  'keys with an exponent of 4,088 bits': [
    {
      file: 'src/domain/api-key/api-key.ts',
      find: ' && publicExponent === EXPONENT',
      replace: '',
    },
  ],
  'prompts that take longest to check': KEYS,
  'large stored answers, requested again': KEYS,
  'forms of a megabyte of broken characters': [
    {
      file: 'src/pages/shared/forms.ts',
      find: 'if (body.length > MAX_FORM_BYTES) throw pageErrors.invalidForm();',
      replace: '',
    },
    {
      file: 'src/pages/shared/forms.ts',
      find: 'if (text.split(',
      replace: 'if (text === null && text.split(',
    },
  ],
  'query strings of thousands of broken characters': [
    {
      file: 'src/gateway/read-query.ts',
      find: '{ maxKeys: MAX_PARAMETERS }',
      replace: '{ maxKeys: 0 }',
    },
    {
      file: 'src/pages/portal/portal-visit.ts',
      find: "query === '' || query.length > MAX_QUERY_LENGTH",
      replace: "query === ''",
    },
  ],
  'a description of thousands of brackets, read as often as possible': [
    {
      file: 'src/kit/markdown.ts',
      find: "text.split('[', MAX_BRACKETS + 2).length > MAX_BRACKETS + 1 ? withoutLinks : full",
      replace: 'text === null ? withoutLinks : full',
    },
    {
      file: 'src/kit/markdown.ts',
      find: 'text.slice(0, maxLength * READ_PER_CHARACTER)',
      replace: 'text',
    },
  ],
  'declined cards, each on a session of its own': [
    {
      file: 'src/gateway/decline-limits.ts',
      find: '() => limiter.check(limit, key, now),',
      replace: '() => {},',
    },
  ],
  'exports of a list': LARGE,
  'receipts as PDF': [
    {
      file: 'src/pages/portal/show-receipt.tsx',
      find: 'gateway.rateLimiter.take(PDFS, networkOf(request.ip), gateway.clock.now());',
      replace: '',
    },
  ],
  'test clocks of several stores, moved a year at a time': [
    {
      file: 'src/app.ts',
      find: 'createBoundedQueue({ running: 2, waiting: 100, retryAfterS: 5 })',
      replace: '(work) => work()',
    },
  ],
  'live streams of one account': [
    {
      file: 'src/graphql/live/live-changes.ts',
      find: 'ofAccount >= MAX_STREAMS_OF_ACCOUNT ||',
      replace: '',
    },
  ],
  'a checkout page, requested as often as possible': [
    { file: 'src/app.ts', find: '  limitVisits(http, gateway);', replace: '' },
    {
      file: 'src/pages/checkout/show-checkout.ts',
      find: '  countVisit(gateway, page, request);',
      replace: '',
    },
  ],
};

/** A copy of the built service without the defense; returns its main file. */
export async function buildWithout(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-undefended-'));
  for (const entry of readdirSync(root)) {
    if (entry === 'dist') cpSync(join(root, entry), join(folder, entry), { recursive: true });
    else symlinkSync(join(root, entry), join(folder, entry));
  }
  const texts = new Map<string, string>();
  for (const edit of DEFENSES[name] ?? []) {
    const text = texts.get(edit.file) ?? readFileSync(join(root, edit.file), 'utf8');
    texts.set(edit.file, applyEdit(text, edit));
  }
  for (const [file, text] of texts) {
    const { code } = await transformWithOxc(text, file);
    const built = file.replace(/^src/, 'dist').replace(/\.tsx?$/, '.js');
    writeFileSync(join(folder, built), code.replaceAll(/(["']\.[^"'\n]*)\.tsx?(["'])/g, '$1.js$2'));
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { main: join(folder, 'dist', 'main.js'), remove };
}
