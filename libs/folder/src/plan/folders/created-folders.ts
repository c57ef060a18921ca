import { emptyFolder } from '../../document/folder.js';
import { getFolder } from '../../document/fields.js';
import type { Decision, Subject } from '../decide.js';
import { type DecidedSubject, type DecisionContext, recreateDirectory } from './decide-folders.js';
import type { PlanningContext } from '../draft.js';
import type { Steps } from '../in-slices.js';
import { join } from '../../layout/places.js';

type CarryOut = (subject: Subject, decision: Decision) => Steps<unknown>;

/** A folder that neither side knows yet and that has requests. */
const planNewFolder = (id: string, path: string): readonly [Subject, Decision] => {
  const fields = { ...emptyFolder, path, seq: null };
  return [
    { id, kind: 'folder', base: undefined, isSearched: false, stored: undefined, found: undefined },
    { do: 'settle', file: fields, stored: fields, base: fields, common: fields, conflicts: [], hits: [] },
  ];
};

/**
 * Gives a file to each folder whose directory is created for its requests: one that had lost its directory, or one
 * new to the database.
 */
export function* writeMadeFolders(
  { draft, find, places }: PlanningContext,
  decisions: readonly DecidedSubject[],
  deciding: DecisionContext,
  carryOut: CarryOut,
): Steps<void> {
  const { state } = deciding;
  const subjects = new Map(
    decisions.flatMap(([subject]) =>
      subject.stored?.kind === 'folder' ? [[getFolder(subject.stored.fields), subject] as const] : [],
    ),
  );
  const stored = new Set(state.stored.flatMap((one) => (one.kind === 'folder' ? [one.fields.path] : [])));
  for (const { path, folder } of places.made()) {
    if (draft.kept.has(join(path, 'folder.yml'))) continue;
    const subject = subjects.get(folder);
    const again = subject && !subject.found ? recreateDirectory(subject, deciding) : undefined;
    if (subject && again) yield* carryOut({ ...subject, base: undefined }, again);
    else if (!stored.has(folder) && find(folder) === undefined)
      yield* carryOut(...planNewFolder(state.newId('folder'), folder));
  }
}
