import type { RpcMethods } from '@tandem/rpc/client';
import { useEffect, useRef, useState, useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { queryKeys } from '../link/query-keys.js';
import { useLink } from '../link/use-link.js';
import {
  describeAppliedPlans,
  type pickChosenDocuments,
  type ImportedDocuments,
  type Noise,
  toPlannedImports,
  mergeTrees,
} from './import-plans.js';
import { describeProblem } from '../link/problem-words.js';
import { describeKeptItems } from '../activity/undo.js';
import { useSay } from '../shell/notices/use-messages.js';

export type Way = 'update' | 'new';

type KeptKinds = readonly Noise[number]['kind'][];

/**
 * The plan of an import; a repeated import updates what came from its document, unless the person decides otherwise.
 */
export const useImportPlan = (given: ImportedDocuments) => {
  const link = useLink();
  const { documents, files = {} } = given;
  const [wanted, choose] = useState<Way>('update');
  const [kept, setKept] = useState<KeptKinds>([]);
  const planWith = (update: boolean, enabled: boolean) => ({
    queryKey: [...queryKeys.importPlan, documents.map(({ name, text }) => [name, text.length]), update, kept],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      link.call(
        'imports_applyMany',
        { documents, files, keep: kept, dryRun: true, ...(update ? { update } : {}) },
        { signal },
      ),
    // The noise checkboxes stay while the documents are read again.
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    enabled,
  });
  const asNew = useQuery(planWith(false, true));
  const isKnown = asNew.data?.imports.some(({ result }) => result?.earlier !== undefined) === true;
  const way: Way = isKnown ? wanted : 'new';
  const asUpdate = useQuery(planWith(true, way === 'update'));
  const { data, error, isPlaceholderData } = way === 'update' ? asUpdate : asNew;
  const planned = useMemo(() => data && toPlannedImports(given, data.imports), [given, data]);
  const nodes = useMemo(() => mergeTrees(planned ?? []), [planned]);
  return { planned, nodes, error, isKnown, way, choose, kept, setKept, isReading: isPlaceholderData };
};

/** The progress of an import. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

type UndoResult = RpcMethods['activity_undo']['result'];

/** Undoes all changes of a group, and returns what stays because it was changed since. */
const undoGroup = async (link: ReturnType<typeof useLink>, group: string): Promise<UndoResult['stays']> => {
  const stays: UndoResult['stays'][number][] = [];
  for (;;) {
    const undone = await link.call('activity_undo', { group });
    stays.push(...undone.stays);
    if (undone.hasMore !== true) return stays;
  }
};

type ChosenDocuments = ReturnType<typeof pickChosenDocuments>;

/** Applies the plan, and offers to undo it. Stops when the dialog closes. */
export const useApplyImport = ({ files = {} }: ImportedDocuments, onDone: () => void) => {
  const link = useLink();
  const say = useSay();
  const [progress, setProgress] = useState<ImportProgress>();
  const [failed, setFailed] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const apply = async (
    way: Way,
    documents: ChosenDocuments,
    keep: readonly Noise[number]['kind'][],
  ): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setProgress({ done: 0, total: 0 });
    setFailed(undefined);
    try {
      const onProgress = (done: number, total: number): void => setProgress({ done, total });
      const { imports, group = '' } = await link.call(
        'imports_applyMany',
        { documents, files, keep, ...(way === 'update' ? { update: true } : {}) },
        { signal, onProgress },
      );
      running.current = undefined;
      const made = imports.flatMap(({ result }) => result ?? []);
      const what = made.every(({ update }) => update !== undefined) ? 'update' : 'import';
      const undo = async (): Promise<void> => {
        const stays = await undoGroup(link, group);
        say([`The ${what} was undone.`, ...describeKeptItems(stays)].join(' '));
      };
      say(
        describeAppliedPlans(made),
        () => void undo().catch((cause: unknown) => void say(describeProblem(cause))),
      );
      onDone();
    } catch (cause) {
      setFailed(signal.aborted ? 'Stopped. Nothing was imported.' : describeProblem(cause));
      setProgress(undefined);
    }
  };
  return { progress, failed, apply, stop: (): void => running.current?.abort() };
};
