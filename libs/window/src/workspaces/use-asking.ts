import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { createFolderNotice } from './found-folder.js';
import { describeProblem } from '../link/problem-words.js';
import type { Objection } from './ask-workspace.js';

/** Actions on the active workspace. */
export type OwnEdit = 'rename' | 'remove' | 'delete';

/** The commands for workspaces. */
export type WorkspaceEdit = OwnEdit | 'open' | 'create' | 'restore';

/** The dialogs that ask about workspaces. */
export type PromptKind = 'name' | 'path' | 'deleted';

/** The dialogs for commands that do not concern the open workspace. */
const dialogByEdit: Readonly<Record<Exclude<WorkspaceEdit, OwnEdit>, PromptKind>> = {
  open: 'path',
  create: 'name',
  restore: 'deleted',
};

/** Whether an edit concerns the active workspace. */
export const isOwnEdit = (edit: WorkspaceEdit): edit is OwnEdit => !Object.hasOwn(dialogByEdit, edit);

/**
 * Opens and creates workspaces. The rest of the page then shows the new workspace. Each call resolves with the
 * reason if it failed.
 */
export const useWorkspaces = () => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: queryKeys.workspaces,
    queryFn: () => link.call('workspaces_list', { take: 20 }),
    enabled,
  });
  const trying = async (work: () => Promise<Objection | undefined>): Promise<Objection | undefined> => {
    try {
      return await work();
    } catch (cause) {
      return { problem: describeProblem(cause) };
    }
  };
  const open = (path: string, create: boolean): Promise<Objection | undefined> =>
    trying(async () => {
      await link.call('workspaces_open', { path, create });
      void queries.invalidateQueries();
      return undefined;
    });
  return {
    workspaces: data?.workspaces ?? [],
    open,
    /** Opens a folder right away if it is a workspace or empty; otherwise shows its content first. */
    look: (path: string): Promise<Objection | undefined> =>
      trying(async () => {
        const found = await link.call('workspaces_look', { path });
        if (found.kind === 'bruno') return { bru: { path: found.path, name: found.name ?? '' } };
        const finding = createFolderNotice(found);
        return finding ? { finding } : open(path, false);
      }),
    create: (name: string): Promise<Objection | undefined> =>
      trying(async () => open((await link.call('workspaces_create', { name })).path, false)),
  };
};

/** The open dialog, and the reason why the last answer was not carried out. */
export const useAsking = (edit: WorkspaceEdit | undefined, onDone: () => void) => {
  const { workspaces, open, look, create } = useWorkspaces();
  const [asked, setAsking] = useState<PromptKind>();
  const asking = edit === undefined || isOwnEdit(edit) ? asked : dialogByEdit[edit];
  const [objection, setObjection] = useState<Objection>();
  const forget = (): void => setObjection(undefined);
  const ask = (next: PromptKind | undefined): void => {
    forget();
    setAsking(next);
  };
  const carryOut = (text: string): Promise<Objection | undefined> => {
    if (asking === 'name') return create(text);
    // The person has read the notice and the label of the button, so open the folder without another
    // question.
    return objection && 'finding' in objection ? open(text, objection.finding.create) : look(text);
  };
  const end = (why: Objection | undefined): void => {
    setObjection(why);
    if (why !== undefined) return;
    setAsking(undefined);
    onDone();
  };
  const answer = async (text: string): Promise<void> => end(await carryOut(text));
  const openConverted = async (path: string): Promise<void> => end(await open(path, false));
  const choose = async (id: string): Promise<void> => {
    const chosen = workspaces.find((one) => one.id === id);
    if (chosen) setObjection(await open(chosen.path, false));
  };
  return { workspaces, asking, ask, answer, openConverted, objection, forget, choose };
};
