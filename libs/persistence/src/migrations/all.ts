import { Initial1763683200000 } from './0001-initial.js';

/** Every migration, the oldest first. */
export const migrations = [Initial1763683200000] as const;
