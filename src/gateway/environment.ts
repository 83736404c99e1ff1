import type { EnvironmentRule } from '../contract/action.ts';
import type { Caller } from '../contract/caller.ts';
import { gatewayErrors } from './errors.ts';

/** Enforces the action's environment rule. Throws 400 or 403 (docs/contract/endpoints.md). */
export function checkEnvironment(
  rule: EnvironmentRule,
  caller: Caller,
  header: string | undefined,
): void {
  if (rule === 'forbidden' && header !== undefined) throw gatewayErrors.environmentForbidden();
  if (caller.kind === 'apiKey' && header !== undefined && header !== caller.environment) {
    throw gatewayErrors.environmentMismatch();
  }
  if (caller.kind === 'dashboard' && rule === 'credential' && !header) {
    throw gatewayErrors.missingAuthentication();
  }
}
