import { sql } from '../../database/database.ts';
import type { ObjectType } from '../description.ts';
import { items } from '../fields.ts';
import { columns, inJson, list, PERCENT } from './figures.ts';
import { GRANULARITY, periodsOf } from './periods.ts';
import { chargeDates, visits } from './visits.ts';

const retention = inJson(
  columns('CohortRetention', 'Buyers of a cohort who bought again.', {
    periodOffset: ['Int', 'Periods since the first purchase; 0 is its own.'],
    activeCustomers: ['Int', 'Buyers of the cohort who were charged in that period.'],
    retentionRate: ['Float', `Share of the cohort. ${PERCENT}`],
  }),
);

const cohort: ObjectType = {
  ...columns('Cohort', 'Buyers whose first charge in the time range is in one period.', {
    cohortPeriod: ['String', 'Name of the period.'],
    cohortSize: ['Int', 'Number of buyers.'],
  }),
};

export const cohortRetention = list(
  {
    ...cohort,
    fields: {
      ...cohort.fields,
      retention: items(
        retention,
        'Returning buyers by periods since the first purchase; periods without any are omitted.',
        (figure, item) => `jsonb_array_elements(${figure}.retention) ${item}`,
      ),
    },
  },
  'Buyers by the period of their first charge, and how many were charged in later periods.',
  (given) => {
    const periods = periodsOf(given);
    return sql`with visit as materialized (
            select cohort, start, sum(buyers)::bigint as active
            from (${visits(given, chargeDates(given))}) visits group by cohort, start
          ), place as materialized (
            select start, row_number() over (order by start) as number from (
              select generate_series(min(start), max(start), ${periods.step}) as start from visit) span
          )
          select ${periods.name('cohort')} as "cohortPeriod", max(size) as "cohortSize",
            jsonb_agg(jsonb_build_object('periodOffset', number, 'activeCustomers', active,
              'retentionRate', round(100.0 * active / size, 2)) order by number) as retention
          from (
            select cohort, active, later.number - began.number as number,
              max(active) over (partition by cohort) as size
            from visit join place later on later.start = visit.start
              join place began on began.start = visit.cohort) counted
          group by cohort order by cohort`;
  },
  GRANULARITY,
);
