import type { Command } from 'commander';
import { callOperator } from './operator.ts';
import { CliError } from './settings.ts';

/** `rotate-secret-key`: encrypts with SECRET_KEY what was encrypted with SECRET_KEY_PREVIOUS. */
export function addRotateSecretKey(program: Command): void {
  program
    .command('rotate-secret-key')
    .description(
      're-encrypt all secrets with SECRET_KEY, while SECRET_KEY_PREVIOUS is set (operator)',
    )
    .action(async (_options: unknown, command: Command) => {
      const unreadable: string[] = [];
      let resealed = 0;
      let next: object | null = {};
      while (next !== null) {
        const done = await callOperator(command, 'secret-key/reseal-secrets', next);
        unreadable.push(...done.unreadable);
        resealed += done.resealed;
        next = done.next;
      }
      process.stdout.write(`${resealed} secrets re-encrypted with the new key\n`);
      if (unreadable.length === 0) return;
      const list = unreadable.map((name) => `  ${name}`).join('\n');
      throw new CliError(
        `Neither key decrypts these secrets: they were encrypted with a third key. Keep SECRET_KEY_PREVIOUS.\n${list}`,
      );
    });
}
