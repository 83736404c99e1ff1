import { afterAll, expect } from 'vitest';

// Files share a process, and the browser has started in its time zone.
const zone = process.env.TZ;
afterAll(() => expect(process.env.TZ).toBe(zone));
