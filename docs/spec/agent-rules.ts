import { decided } from './requirement.js';

/** What lets an agent do more with fewer calls. */
export const agents = {
  'agent:reference': decided(
    296,
    'A request is named by its id, its path or a name that only it has; an error lists the ids of several, or near names.',
  ),
} as const;
