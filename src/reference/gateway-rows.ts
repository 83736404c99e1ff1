import type { Action } from '../contract/action.ts';
import type { ErrorRow } from '../contract/errors.ts';
import { gatewayErrors } from '../gateway/errors.ts';

type GatewayRow = keyof typeof gatewayErrors;

/** Errors any call can return, independent of its credential. */
const ALWAYS: readonly GatewayRow[] = [
  'queryString',
  'missingHost',
  'duplicateHeader',
  'malformedJson',
  'compressedBody',
  'notAnObject',
  'nestedTooDeep',
  'tooManyValues',
  'unstorableText',
  'unsafeInteger',
  'bodyTooLarge',
  'unsupportedMediaType',
  'otherCharset',
  'tooManyHeaders',
  'crossSite',
  'rateLimited',
  'internal',
  'unavailable',
  'outcomeUnknown',
];
/** Errors of any credential, before the action's accepted kinds are checked. */
const CREDENTIALS: readonly GatewayRow[] = [
  'missingAuthentication',
  'ambiguousAuthentication',
  'incompleteBearer',
  'invalidEnvironment',
  'invalidSignature',
  'invalidToken',
  'invalidSession',
  'environmentMismatch',
  'insufficientPermissions',
  'secondFactorRequired',
  'storeNotFound',
  'secondFactorToSee',
];

/** The gateway's rows that apply to the action. */
export function gatewayRowsOf(
  action: Pick<Action, 'auth' | 'environment' | 'replayable' | 'stepUp'>,
): ErrorRow[] {
  const names = [
    ...ALWAYS,
    ...(action.auth.includes('anonymous') ? [] : CREDENTIALS),
    ...(action.stepUp && action.auth.includes('dashboard') ? (['stepUpRequired'] as const) : []),
    ...(action.environment === 'forbidden' ? (['environmentForbidden'] as const) : []),
    'malformedIdempotencyKey' as const,
    ...(action.replayable === false ? [] : (['idempotencyInFlight'] as const)),
  ];
  return names.map((name) => gatewayErrors[name]);
}
