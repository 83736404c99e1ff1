import type { EnvironmentRule } from '../contract/action.ts';
import type { Caller, Environment } from '../contract/caller.ts';
import { gatewayErrors } from './errors.ts';

/** The environment that a header names. Throws 400 if it names none. */
export function readEnvironment(header: string): Environment {
  if (header !== 'test' && header !== 'prod') throw gatewayErrors.invalidEnvironment();
  return header;
}

/** Enforces the action's environment rule. Throws 400 or 403 (docs/contract/endpoints.md). */
export function checkEnvironment(
  rule: EnvironmentRule,
  caller: Caller,
  header: string | undefined,
): void {
  if (rule === 'forbidden' && header !== undefined) throw gatewayErrors.environmentForbidden();
  if (caller.kind === 'apiKey' && header !== undefined) {
    if (readEnvironment(header) !== caller.environment) throw gatewayErrors.environmentMismatch();
  }
  if (caller.kind === 'dashboard' && rule === 'credential' && !header) {
    throw gatewayErrors.missingAuthentication();
  }
}
