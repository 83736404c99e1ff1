import { errorTable } from '../contract/errors.ts';
import { recentProofRows } from '../domain/merchant/recent-proof.ts';

/** The second entry of a refusal, after the action's own. */
const SECOND_FACTOR =
  'A store requires two-factor login of its members: turn it on under “Your account”, and replace API keys made without it';

/** The gateway's own errors (docs/contract/authentication.md#authentication-errors). */
export const gatewayErrors = errorTable('gateway', {
  notFound: [404, 'Not found'],
  methodNotAllowed: [405, 'Method not allowed'],
  bodyTooLarge: [413, 'Request body exceeds 1 MB'],
  unsupportedMediaType: [415, 'Content-Type must be application/json'],
  otherCharset: [415, 'The charset of Content-Type must be UTF-8'],
  tooManyHeaders: [431, 'Request has more than 200 headers'],
  queryString: [400, 'Actions take no query string'],
  missingHost: [400, 'Missing header: host'],
  duplicateHeader: [400, (name) => `Duplicate header: ${name}`],
  missingAuthentication: [400, 'Missing authentication'],
  ambiguousAuthentication: [400, 'Ambiguous authentication'],
  incompleteBearer: [400, 'Incomplete JWT authentication headers'],
  invalidEnvironment: [400, 'Invalid X-Environment, must be test or prod'],
  environmentForbidden: [400, 'X-Environment must not be sent to publish endpoints'],
  invalidSignature: [401, 'Invalid signature'],
  invalidToken: [401, 'Invalid or expired token'],
  invalidSession: [401, 'Log-in required'],
  crossSite: [403, 'Requests from other sites are refused'],
  environmentMismatch: [403, 'X-Environment differs from the environment of the API key'],
  insufficientPermissions: [403, 'Insufficient permissions'],
  ...recentProofRows,
  secondFactorRequired: [403, SECOND_FACTOR],
  storeNotFound: [404, 'Store not found'],
  secondFactorToSee: [404, SECOND_FACTOR],
  malformedJson: [400, 'Malformed JSON body'],
  compressedBody: [400, 'The body is compressed with gzip; send it uncompressed'],
  notAnObject: [400, 'Request body must be a JSON object'],
  nestedTooDeep: [400, 'Request body is nested deeper than 64 levels'],
  tooManyValues: [400, 'Request body has more than 10000 values'],
  unstorableText: [400, 'Request body contains a NUL character or half of a surrogate pair'],
  unsafeInteger: [
    400,
    'Request body contains a number beyond 9007199254740991, which would be rounded; send it as a string',
  ],
  malformedIdempotencyKey: [
    400,
    'Invalid X-Idempotency-Key: 1 to 256 letters, digits, hyphens and underscores',
  ],
  idempotencyInFlight: [409, 'Request with this idempotency key is already being processed'],
  rateLimited: [429, 'Rate limit exceeded'],
  internal: [500, 'Internal server error'],
  unavailable: [503, 'Service temporarily unavailable'],
  outcomeUnknown: [503, 'Outcome unknown, retry with the same idempotency key'],
});
