/** Where business time comes from: the system, or a test's hand. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = Object.freeze({ now: () => new Date() });

/** The given time moved by milliseconds. */
export function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** ISO 8601 in UTC with milliseconds (Specification 2.1). */
export function toIso(time: Date): string;
export function toIso(time: Date | null): string | null;
export function toIso(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
