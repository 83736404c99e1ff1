/** Benchmarks that don't run on a cluster, each with the reason. */
export const NOT_ON_CLUSTER: Readonly<Record<string, string>> = {
  'claim-from-long-log': 'it measures how one server plans claims',
  cluster: 'it starts clusters of its own',
  commerce: 'it compares with platforms that run on one server',
  'first-hour': 'it uses the embedded engine',
  'hand-written': 'its peer is written for one server',
  safety: 'it uses no database',
  start: 'it measures the migrations of a new database, which a distributed one already has',
};
