import { Initial1795287600000 } from './0001-initial.js';

/** Every migration, the oldest first. */
export const migrations = [Initial1795287600000] as const;
