import { StatusBadge } from '../../parts/status-badge.tsx';

export interface Sending {
  readonly status: string;
  readonly errorMessage: string | null;
}

/** A mail's status. One that succeeded with a remark was only stored; the remark says why. */
function mailStatus({ status, errorMessage }: Sending): string {
  if (status !== 'success') return status;
  return errorMessage === null ? 'sent' : 'not sent';
}

export function MailStatus(mail: Sending) {
  return <StatusBadge status={mailStatus(mail)} />;
}
