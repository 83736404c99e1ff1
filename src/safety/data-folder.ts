import { fileURLToPath } from 'node:url';

/** `safety/` at the project's root, seen from `src/safety/` and from `dist/safety/` alike. */
export const DATA_FOLDER = fileURLToPath(new URL('../../safety/', import.meta.url));
