import { useEffect, useRef, useState, useMemo } from 'react';
import type { RpcMethods } from '@tandem/rpc/client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';

import { formatFolderKey } from '../folders/tree/tree.js';
import { Button, Dialog, SegmentedControl } from '../kit/index.js';
import {
  pickChosenDocuments,
  type ImportedDocuments,
  listLeftOut,
  splitFiles,
  collectNoise,
  listNotImported,
  type PlannedImport,
  describePlans,
  type NoiseKind,
  describeAppliedPlans,
  toPlannedImports,
  mergeTrees,
  listPlannedSecrets,
  listUnset,
} from './import-plans.js';
import { countSelected, type ImportNode, describeSelectedCounts } from './import-tree.js';
import { describeProblem } from '../link/problem-words.js';
import { copySentFiles } from './copy-sent-files.js';
import { LeftOut, NoiseBoxes } from './left-out.js';
import { PlannedSecrets } from './planned-secrets.js';
import { ImportTree } from './import-tree-view.js';
import { queryKeys } from '../link/query-keys.js';
import { useLink } from '../link/use-link.js';
import { describeSkippedItems } from '../activity/undo.js';
import { useSay } from '../shell/page.js';
import { useWorkspace } from '../shell/workspace-stores.js';
import '../style/import.css';

type ImportMode = 'update' | 'new';

/**
 * The plan of an import. A repeated import updates what the previous import of the document created, unless the person
 * chooses otherwise.
 */
const useImportPlan = (source: ImportedDocuments) => {
  const link = useLink();
  const { documents, files = {} } = source;
  const [wanted, choose] = useState<ImportMode>('update');
  const [noiseToKeep, setNoiseToKeep] = useState<readonly NoiseKind[]>([]);
  const [plain, setPlain] = useState<readonly string[]>([]);
  const planWith = (update: boolean, enabled: boolean) => ({
    queryKey: [
      ...queryKeys.importPlan,
      documents.map(({ name, text }) => [name, text.length]),
      update,
      noiseToKeep,
      plain,
    ],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      link.call(
        'imports_applyMany',
        { documents, files, keep: noiseToKeep, plain, dryRun: true, ...(update ? { update } : {}) },
        { signal },
      ),
    // The checkboxes for noise stay visible while the documents are read again.
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    enabled,
  });
  const asNew = useQuery(planWith(false, true));
  const isKnown = asNew.data?.imports.some(({ result }) => result?.earlier !== undefined) === true;
  const way: ImportMode = isKnown ? wanted : 'new';
  const asUpdate = useQuery(planWith(true, way === 'update'));
  const { data, error, isPlaceholderData } = way === 'update' ? asUpdate : asNew;
  const planned = useMemo(() => data && toPlannedImports(source, data.imports), [source, data]);
  const nodes = useMemo(() => mergeTrees(planned ?? []), [planned]);
  return {
    planned,
    nodes,
    error,
    isKnown,
    way,
    choose,
    noiseToKeep,
    setNoiseToKeep,
    plain,
    setPlain,
    isReading: isPlaceholderData,
  };
};

/** The progress of an import. */
interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

type UndoResult = RpcMethods['activity_undo']['result'];

/** Undoes all changes of a group. Returns the items that were skipped because they had been changed since. */
const undoGroup = async (link: ReturnType<typeof useLink>, group: string): Promise<UndoResult['stays']> => {
  const stays: UndoResult['stays'][number][] = [];
  for (;;) {
    const undone = await link.call('activity_undo', { group });
    stays.push(...undone.stays);
    if (undone.hasMore !== true) return stays;
  }
};

type ChosenDocuments = ReturnType<typeof pickChosenDocuments>;

/** The noise to import, and the names of values that are not secrets. */
interface ImportOptions {
  readonly keep: readonly NoiseKind[];
  readonly plain: readonly string[];
}

/**
 * Applies the plan, and offers an undo. Closing the dialog stops the import.
 * @param onDone called with the folder of the first document, which is empty for one without its own
 */
const useApplyImport = (source: ImportedDocuments, onDone: (folder: string) => void) => {
  const { files = {} } = source;
  const link = useLink();
  const queries = useQueryClient();
  const say = useSay();
  const [progress, setProgress] = useState<ImportProgress>();
  const [failed, setFailed] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const activate = (id: string): void => {
    link
      .call('environments_activate', { id })
      .then(() => queries.invalidateQueries({ queryKey: queryKeys.environments }))
      .then(
        () => say(`The environment ${id} is active now.`),
        (cause: unknown) => say(describeProblem(cause)),
      );
  };
  const apply = async (
    way: ImportMode,
    documents: ChosenDocuments,
    options: ImportOptions,
  ): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setProgress({ done: 0, total: 0 });
    setFailed(undefined);
    try {
      const onProgress = (done: number, total: number): void => setProgress({ done, total });
      const { imports, group = '' } = await link.call(
        'imports_applyMany',
        { documents, files, ...options, ...(way === 'update' ? { update: true } : {}) },
        { signal, onProgress },
      );
      running.current = undefined;
      // Load the active environment before the next click, which may start a run.
      await queries.invalidateQueries({ queryKey: queryKeys.environments });
      const made = imports.flatMap(({ result }) => result ?? []);
      const sent = imports.map(({ result }, at) => ({
        name: documents[at]?.name ?? '',
        files: result?.files,
      }));
      const copied = await copySentFiles(splitFiles(sent, source).dropped);
      const what = made.every(({ update }) => update !== undefined) ? 'update' : 'import';
      const undo = async (): Promise<void> => {
        const stays = await undoGroup(link, group);
        say([`The ${what} was undone.`, ...describeSkippedItems(stays)].join(' '));
      };
      const wanted = made.find((one) => one.activate !== undefined)?.activate;
      say(
        [describeAppliedPlans(made), ...copied].join(' '),
        () => void undo().catch((cause: unknown) => void say(describeProblem(cause))),
        wanted === undefined ? undefined : { label: `Use ${wanted}`, run: () => activate(wanted) },
      );
      onDone(made[0]?.folder ?? '');
    } catch (cause) {
      setFailed(signal.aborted ? 'Stopped. Nothing was imported.' : describeProblem(cause));
      setProgress(undefined);
    }
  };
  return { progress, failed, apply, stop: (): void => running.current?.abort() };
};

type PlanOptionsProps = Pick<
  ReturnType<typeof useImportPlan>,
  'noiseToKeep' | 'setNoiseToKeep' | 'plain' | 'setPlain'
> & { readonly planned: readonly PlannedImport[] };

/** The choices that apply to all documents of a plan: which noise to import, and which values are not secrets. */
const PlanOptions = ({ planned, noiseToKeep, setNoiseToKeep, plain, setPlain }: PlanOptionsProps) => {
  const noise = collectNoise(planned);
  return (
    <>
      {noise.length > 0 && <NoiseBoxes noise={noise} noiseToKeep={noiseToKeep} onKeep={setNoiseToKeep} />}
      <PlannedSecrets secrets={listPlannedSecrets(planned)} plain={plain} onPlain={setPlain} />
    </>
  );
};

interface Props {
  readonly source: ImportedDocuments;
  readonly onClose: () => void;
}

const verbs: Readonly<Record<ImportMode, readonly [does: string, isDoing: string]>> = {
  new: ['Import', 'Importing …'],
  update: ['Update', 'Updating …'],
};

const modeOptions = [
  { value: 'update', title: 'Update the earlier import' },
  { value: 'new', title: 'Import into a new folder' },
] as const;

/**
 * Focuses a button as soon as it is enabled, so that Enter starts the import. The button cannot have the focus while the plan
 * loads.
 */
const useFirstFocus = (isReady: boolean) => {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!isReady || hadFocus.current) return;
    hadFocus.current = true;
    button.current?.focus();
  }, [isReady]);
  return button;
};

const Progress = ({ progress: { done, total } }: { readonly progress: ImportProgress }) => (
  <div className="import-progress">
    <progress aria-label="Progress of the import" {...(total > 0 ? { value: done, max: total } : {})} />
    <span className="quiet">{total > 0 ? `${done} of ${total} requests` : 'Reading …'}</span>
  </div>
);

interface PartsProps {
  readonly source: ImportedDocuments;
  readonly planned: readonly PlannedImport[];
  readonly nodes: readonly ImportNode[];
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

/** Shows the parts of a plan that the summary does not mention. */
const PlanParts = ({ source, planned, nodes, left, onLeft }: PartsProps) => {
  const not = listNotImported(planned, source);
  const { leftOut, count } = listLeftOut(planned);
  const unset = listUnset(planned);
  const { missing } = splitFiles(
    planned.map(({ name, plan }) => ({ name, files: plan?.files })),
    source,
  );
  const isUpdate = planned.every(({ plan }) => plan?.update !== undefined);
  return (
    <>
      {isUpdate && nodes.length === 0 && (
        <p className="quiet">
          No request has changed. An update only adds missing folders, and variables that environments lack.
        </p>
      )}
      {nodes.length > 0 && <ImportTree nodes={nodes} left={left} onLeft={onLeft} />}
      {not.length > 0 && <LeftOut title="Not imported" leftOut={not} count={not.length} />}
      {unset.length > 0 && <LeftOut title="Variables without a value" leftOut={unset} count={unset.length} />}
      {missing.length > 0 && <LeftOut title="Files to add" leftOut={missing} count={missing.length} />}
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} count={count} />}
    </>
  );
};

const Reason = ({ problem }: { readonly problem: string | undefined }) =>
  problem !== undefined && (
    <p className="bad" role="alert">
      {problem}
    </p>
  );

const nothingExcluded: ReadonlySet<string> = new Set();

/** Returns why the only document cannot be imported; undefined if it can be, or if there are several documents. */
const findOnlyProblem = ([only, ...others]: readonly PlannedImport[]): string | undefined =>
  others.length > 0 || only?.problem === undefined
    ? undefined
    : `${only.name === '' ? 'The text' : only.name} ${only.problem}`;

/** Describes in a sentence what the selected parts of the plans import. */
const describeChosenPlans = (
  planned: readonly PlannedImport[],
  nodes: readonly ImportNode[],
  left: ReadonlySet<string>,
) =>
  left.size === 0
    ? describePlans(planned)
    : describeSelectedCounts(
        countSelected(nodes, nothingExcluded),
        countSelected(nodes, left),
        planned.every(({ plan }) => plan?.update !== undefined),
      );

/** Closes the dialog after an import, and then moves the focus to what was imported instead of what opened the dialog. */
const useArrival = (onClose: () => void) => {
  const { reveal } = useWorkspace();
  const made = useRef('');
  return {
    onDone: (folder: string): void => {
      made.current = folder;
      onClose();
    },
    onCloseAutoFocus: (event: Event): void => {
      if (made.current === '') return;
      event.preventDefault();
      reveal(formatFolderKey(made.current));
    },
  };
};

/** Shows what an import would create or update, lets the person exclude parts, and imports on confirmation. */
export const ImportDialog = ({ source, onClose }: Props) => {
  const arrival = useArrival(onClose);
  const { progress, failed, apply, stop } = useApplyImport(source, arrival.onDone);
  const { planned, nodes, error, isKnown, way, ...plan } = useImportPlan(source);
  const [left, setLeft] = useState(nothingExcluded);
  const canImport = planned?.some(({ plan }) => plan !== undefined) === true;
  const importButton = useFirstFocus(canImport);
  const problem = failed ?? (error ? describeProblem(error) : findOnlyProblem(planned ?? []));
  const isBusy = progress !== undefined;
  const chosen = pickChosenDocuments(planned ?? [], left);
  const isNothing = left.size > 0 && chosen.length === 0;
  const words = planned && canImport ? describeChosenPlans(planned, nodes, left) : undefined;
  return (
    <Dialog
      title={source.title}
      size="large"
      description={words ?? (problem === undefined && planned === undefined ? 'Reading …' : undefined)}
      onClose={onClose}
      onCloseAutoFocus={arrival.onCloseAutoFocus}
      actions={
        <>
          <Button onClick={isBusy ? stop : onClose}>{isBusy ? 'Stop' : 'Cancel'}</Button>
          <Button
            ref={importButton}
            variant="primary"
            disabled={!canImport || plan.isReading || isBusy || isNothing}
            onClick={() => void apply(way, chosen, { keep: plan.noiseToKeep, plain: plan.plain })}
          >
            {verbs[way][isBusy ? 1 : 0]}
          </Button>
        </>
      }
    >
      <div className="stack import">
        {isKnown && (
          <SegmentedControl
            label="How to import"
            value={way}
            options={modeOptions}
            onChange={(next) => {
              setLeft(nothingExcluded);
              plan.choose(next);
            }}
          />
        )}
        <Reason problem={problem} />
        {progress && <Progress progress={progress} />}
        <PlanOptions planned={planned ?? []} {...plan} />
        {planned && (canImport || planned.length > 1) && (
          <PlanParts key={way} source={source} planned={planned} nodes={nodes} left={left} onLeft={setLeft} />
        )}
      </div>
    </Dialog>
  );
};
