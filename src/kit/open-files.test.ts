import { describe, expect, it } from 'vitest';
import { refuseFewOpenFiles } from './open-files.ts';

const limitsOf = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max open files            ${soft.padEnd(21)}524288               files
`;

describe('the limit of open files', () => {
  it('is refused if the service can’t be loaded with it', () => {
    expect(() => refuseFewOpenFiles(limitsOf('256'))).toThrow('may open only 256 files. Raise');
  });

  it('may be any other, or unknown', () => {
    for (const limits of [limitsOf('512'), limitsOf('unlimited'), '']) refuseFewOpenFiles(limits);
    refuseFewOpenFiles();
  });
});
