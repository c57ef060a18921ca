import type { RpcMethods } from '@tandem/rpc/client';
import { useEffect, useRef, useState } from 'react';

import { useLink } from '../../link/use-link.js';
import type { ImportChoice } from '../../model/import-tree.js';
import { doneWords, type ImportPlan } from '../../model/import-words.js';
import { problemWords } from '../../model/problem-words.js';
import { staysWords } from '../../model/undo.js';
import { useSay } from '../../state/said.js';
import type { ImportedDocument, Way } from './use-import-plan.js';

/** How far an import is. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

type Undone = RpcMethods['activity_undo']['result'];

/** Undoes all changes of a group, and gives what stays because it was changed since. */
const undoGroup = async (link: ReturnType<typeof useLink>, group: string): Promise<Undone['stays']> => {
  const stays: Undone['stays'][number][] = [];
  for (;;) {
    const undone = await link.call('activity_undo', { group });
    stays.push(...undone.stays);
    if (undone.hasMore !== true) return stays;
  }
};

type Kept = readonly NonNullable<ImportPlan['noise']>[number]['kind'][];

/** Makes what the plan says, and offers to take it back. It stops when the dialog goes. */
export const useApplyImport = ({ name, text }: ImportedDocument, onDone: () => void) => {
  const link = useLink();
  const say = useSay();
  const [progress, setProgress] = useState<ImportProgress>();
  const [failed, setFailed] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const undo = async ({ folderId, environmentIds = [], update, group }: ImportPlan): Promise<void> => {
    if (update !== undefined) {
      const stays = await undoGroup(link, group ?? '');
      say(['The update was undone.', ...staysWords(stays)].join(' '));
      return;
    }
    if (folderId !== undefined) await link.call('folders_delete', { id: folderId });
    for (const id of environmentIds) await link.call('environments_delete', { id });
  };
  const apply = async (way: Way, choice: ImportChoice, keep: Kept): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setProgress({ done: 0, total: 0 });
    setFailed(undefined);
    try {
      const update = way === 'update' ? { update: true } : {};
      const onProgress = (done: number, total: number): void => setProgress({ done, total });
      const made = await link.call(
        'imports_apply',
        { text, name, keep, ...choice, ...update },
        { signal, onProgress },
      );
      running.current = undefined;
      const undoing = (): void => void undo(made).catch((cause: unknown) => void say(problemWords(cause)));
      say(doneWords(made), undoing);
      onDone();
    } catch (cause) {
      setFailed(signal.aborted ? 'Stopped. Nothing was imported.' : problemWords(cause));
      setProgress(undefined);
    }
  };
  return { progress, failed, apply, stop: (): void => running.current?.abort() };
};
