import { StatusBadge } from '../../parts/status-badge.tsx';

export interface Sending {
  readonly status: string;
  readonly errorMessage: string | null;
}

/** An email's status. A success with an error message was only stored; the message says why. */
function mailStatus({ status, errorMessage }: Sending): string {
  if (status !== 'success') return status;
  return errorMessage === null ? 'sent' : 'not sent';
}

export function MailStatus(mail: Sending) {
  return <StatusBadge status={mailStatus(mail)} />;
}
