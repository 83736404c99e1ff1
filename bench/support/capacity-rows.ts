/** Rows of the capacity model from which the report computes expected rates. */
export const SERVICE_CORE = 'a core of API processes carries';
export const POSTGRES_CORE = 'a core of PostgreSQL carries';
