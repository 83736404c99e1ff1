import { CliError } from './settings.ts';

/** The service answered and refused; `reason` is its message. */
export class OperatorRefusal extends CliError {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
