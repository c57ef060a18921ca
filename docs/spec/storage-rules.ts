import { guided, type Requirement } from './requirement.js';

const rule = (says: string): Requirement => guided('storage', says);

/** How data is kept, and what is said when it cannot be. */
export const storage = {
  'storage:reason': rule('Failed storage says why, names the file and says what to do.'),
  'storage:gone': rule('Once the database is deleted, moved or replaced, every write is refused.'),
  'storage:backup': rule('A database is backed up before it is migrated; two backups are kept.'),
  'storage:damage': rule(
    'A damaged database is found at start, and never replaced unasked or without keeping it.',
  ),
  'storage:shrinks': rule('The space of deleted rows is given back to the disk.'),
  'storage:private': rule('A data folder or database that others can open is closed to them, or named.'),
  'storage:row': rule('A row that cannot be read is named, can be deleted, and stops nothing else.'),
  'storage:own-store': rule('A workbench works on the store that it is given, and closes it.'),
  'storage:start': rule('A start that the system does not allow is one line that says why.'),
} as const;
