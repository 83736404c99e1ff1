// Loaded before the service: shifts its clock by the milliseconds in the file CLOCK_SHIFT_FILE,
// which is read at startup and on every SIGUSR2. Timers keep real time, as when an operator sets
// the clock.
import { readFileSync } from 'node:fs';

const path = process.env.CLOCK_SHIFT_FILE;
const RealDate = Date;
let shiftMs = 0;

function readShift() {
  shiftMs = Number(readFileSync(path, 'utf8'));
}

class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
}

if (path) {
  readShift();
  process.on('SIGUSR2', readShift);
  globalThis.Date = ShiftedDate;
}
