import type { Action } from '../contract/action.ts';
import type { ErrorRow } from '../contract/errors.ts';
import { gatewayErrors } from '../gateway/errors.ts';

type GatewayRow = keyof typeof gatewayErrors;

/** What any call can meet before its credential is looked at, and after everything went well. */
const ALWAYS: readonly GatewayRow[] = [
  'queryString',
  'missingHost',
  'duplicateHeader',
  'malformedJson',
  'notAnObject',
  'nestedTooDeep',
  'tooManyValues',
  'unstorableText',
  'unsafeInteger',
  'bodyTooLarge',
  'unsupportedMediaType',
  'crossSite',
  'rateLimited',
  'internal',
  'unavailable',
  'outcomeUnknown',
];
/** What is read of any credential, before it is known whether the action takes it. */
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

/** The gateway's rows that a call of the action can be answered with. */
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
