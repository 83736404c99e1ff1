/** Where business time comes from: the system, or a test's hand. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = Object.freeze({ now: () => new Date() });

/** The given time moved by milliseconds. */
export function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** One call writes its moment many times over, and the system's own spelling of it is slow. */
let latest = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

/** ISO 8601 in UTC with milliseconds (docs/contract/resources.md). */
export function toIso(time: Date): string;
export function toIso(time: Date | null): string | null;
export function toIso(time: Date | null): string | null {
  if (time === null) return null;
  const ms = time.getTime();
  if (ms !== latest.ms) latest = { ms, text: time.toISOString() };
  return latest.text;
}

/** When a change counts as made: after the one before it, even in the same millisecond. */
export function nextUpdate(now: Date, last: Date): Date {
  return now > last ? now : addMs(last, 1);
}
