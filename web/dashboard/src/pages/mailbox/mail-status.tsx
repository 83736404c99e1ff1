import { StatusBadge } from '../../parts/status-badge.tsx';

export interface Sending {
  readonly status: string;
  readonly errorMessage: string | null;
}

/** What became of a mail: one that is done with a remark was kept here, for there is no mail server. */
export function mailStatus({ status, errorMessage }: Sending): string {
  if (status !== 'success') return status;
  return errorMessage === null ? 'sent' : 'not sent';
}

export function MailStatus(mail: Sending) {
  return <StatusBadge status={mailStatus(mail)} />;
}
