/**
 * SQL for whether an event ID belongs to a subject such as `ORD_xxx`: a status event's ID is the
 * order's, followed by `-` and a time. Uses the index `event_by_subject`.
 */
export function isAbout(eventId: string, subject: string): string {
  return `${eventId} ~>=~ ${subject} and ${eventId} ~<~ (${subject} || '.')`;
}
