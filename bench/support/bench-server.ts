const { BENCH_CITUS_URL, BENCH_DATABASE_URL } = process.env;
/** Whether benchmarks run on the cluster whose coordinator BENCH_CITUS_URL names. */
export const isOnCluster = BENCH_CITUS_URL !== undefined;
/** The server or coordinator that benchmarks use; null for the embedded engine. */
export const benchServerUrl = BENCH_CITUS_URL ?? BENCH_DATABASE_URL ?? null;
