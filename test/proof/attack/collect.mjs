// Loaded into the service under attack: collects garbage on request and reports what is left.
process.on('SIGUSR2', async () => {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { heapUsed, rss } = process.memoryUsage();
  process.stdout.write(`collected ${heapUsed} ${rss}\n`);
});
