/** Ends the process at once: without its database, it could only refuse. Whatever runs it restarts it. */
export function endProcess(reason: string): void {
  process.stderr.write(`${reason}; stopping.\n`);
  process.exit(1);
}
