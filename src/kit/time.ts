/** Source of business time: the system or a test. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = Object.freeze({ now: () => new Date() });

/** Adds milliseconds to a time. */
export function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** Cached, because a call formats the same time many times, and the system's formatting is slow. */
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

/** The time of a change: after the previous one, even within the same millisecond. */
export function nextUpdate(now: Date, last: Date): Date {
  return now > last ? now : addMs(last, 1);
}

/** Whether the year, in UTC, is from 1 to 9999: PostgreSQL formats others differently. */
function isInOurEra(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Java leaves out the seconds of a full minute, and some languages the colon of the offset. */
const ISO_TIME =
  /^(\d{4}-\d{2}(?:-\d{2})?)(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Parses a point in time in ISO 8601, in UTC if it has no offset; null for anything else. */
export function parseIso(
  text: string,
): { readonly time: Date; readonly hasOffset: boolean } | null {
  const [, day, offset] = ISO_TIME.exec(text) ?? [];
  const hasOffset = offset !== undefined;
  const time = new Date(hasOffset || text === day ? text : `${text}Z`);
  if (day === undefined || !isOnCalendar(day) || !isInOurEra(time)) return null;
  return { time, hasOffset };
}

/** Whether the month has the day: JavaScript turns 30 February into a day in March. */
function isOnCalendar(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
