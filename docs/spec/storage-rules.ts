import { fromDesign, fromGuide, type Requirement } from './requirement.js';

const createRule = (says: string): Requirement => fromGuide('storage', says);

/** How data is stored, and how storage errors are reported. */
export const storage = {
  'storage:reason': createRule('A storage error gives the reason, the file and what to do.'),
  'storage:gone': createRule('Once the database is deleted, moved or replaced, every write is refused.'),
  'storage:durable': createRule(
    'A write has reached the disk when it returns, so that it survives a power failure.',
  ),
  'storage:backup': createRule('A database is backed up before it is migrated; two backups are kept.'),
  'storage:damage': createRule(
    'A damaged database is detected at startup, is replaced only on request, and is always kept.',
  ),
  'storage:shrinks': createRule('The space of deleted rows is returned to the disk.'),
  'storage:private': createRule(
    'A data folder or database that other users can open is closed to them, or reported.',
  ),
  'storage:row': createRule(
    'A row that cannot be read is reported, can be deleted, and affects no other row.',
  ),
  'storage:own-store': createRule('A workbench works on the store that it is given, and closes it.'),
  'storage:postgres': createRule(
    'A PostgreSQL database keeps every promise of the store that a SQLite file keeps.',
  ),
  'storage:shared': createRule(
    "Processes on one store hear of each other's changes and take turns to synchronize.",
  ),
  'storage:refused': createRule(
    'A store that cannot be opened is refused with one line that shows no password.',
  ),
  'storage:start': createRule('A failed start prints one line that says why.'),
  'storage:bundle': fromDesign(
    'performance#a-start',
    'A bundled application and its compiled modules read the data folders of each other.',
  ),
  'activity:kept': fromDesign(
    'store#changes-and-undo',
    'Every change is kept with who made it, when, and the fields it set; beyond a limit the oldest are dropped.',
  ),
  'activity:undo': fromDesign(
    'store#changes-and-undo',
    'An undo sets what the change set; it keeps and names what was changed since.',
  ),
  'activity:agents': fromDesign(
    'store#changes-and-undo',
    'An agent undoes only what it did itself, and sees values only of changes by agents.',
  ),
  'revision:read': fromDesign(
    'guard#how-a-person-is-asked',
    'An agent that has not read what a person changed since cannot overwrite it unless it names the revision.',
  ),
  'activity:secrets': fromDesign('store#changes-and-undo', 'The activity shows no value of a secret.'),
  'storage:bodies': fromDesign(
    'store#writes',
    'A long body is a file of its own, and is removed with its execution.',
  ),
  'storage:bodies:limit': fromDesign(
    'store#writes',
    'All bodies in files share one limit; beyond it, the oldest are removed.',
  ),
  'storage:bodies:killed': fromDesign(
    'store#writes',
    'A killed process leaves no body without its execution after the next start.',
  ),
} as const;
