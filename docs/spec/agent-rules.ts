import { decided } from './requirement.js';

/** What lets an agent do more with fewer calls. */
export const agents = {
  'agent:reference': decided(
    296,
    'A request is named by its id, its path or a name that only it has; an error lists the ids of several, or near names.',
  ),
  'agent:forms': decided(
    298,
    'A body may be written as the JSON that it holds, and pairs as an object of values by name; an error shows the right form by example.',
  ),
} as const;
