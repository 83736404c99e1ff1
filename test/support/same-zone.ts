import { afterAll, expect } from 'vitest';

// Files share a process and a browser, which keeps the time zone that it started in.
const zone = process.env.TZ;
afterAll(() => expect(process.env.TZ).toBe(zone));
