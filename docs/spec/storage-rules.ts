import { guided, type Requirement } from './requirement.js';

const rule = (says: string): Requirement => guided('storage', says);

/** How data is kept, and what is said when it cannot be. */
export const storage = {
  'storage:reason': rule('Failed storage says why, names the file and says what to do.'),
  'storage:gone': rule('Once the database is deleted, moved or replaced, every write is refused.'),
} as const;
