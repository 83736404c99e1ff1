type IsFatal = (code: string | undefined) => boolean;

/**
 * Keeps the process running if its output can't be written: its reader has ended, as `tee` does on
 * Ctrl-C (EPIPE), its terminal was closed (EIO), or the disk of its file is full (ENOSPC). What is
 * written meanwhile is lost.
 */
export function outliveOutputs(isFatal: IsFatal = () => false): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (isFatal(error.code)) throw error;
    });
  }
}

/** For a command whose output is its result: it may stop being read, but not get lost. */
export function outliveReaders(): void {
  outliveOutputs((code) => code !== 'EPIPE' && code !== 'EIO');
}
