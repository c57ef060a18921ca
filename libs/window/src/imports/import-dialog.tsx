import { useEffect, useRef, useState } from 'react';

import '../style/import.css';
import { Button, Dialog, SegmentedControl } from '../kit/index.js';
import {
  pickChosenDocuments,
  type ImportedDocuments,
  listLeftOut,
  collectNoise,
  listNotImported,
  type PlannedImport,
  describePlans,
  type Noise as Kinds,
} from './import-plans.js';
import { countTaken, type ImportNode } from './import-tree.js';
import { describeChoice } from './import-words.js';
import { describeProblem } from '../link/problem-words.js';
import { LeftOut } from './left-out.js';
import { ImportTree } from './import-tree-view.js';
import { type ImportProgress, useApplyImport, useImportPlan, type Way } from './use-apply-import.js';

type Noise = Kinds[number];

const titles: Readonly<Record<Noise['kind'], string>> = {
  images: 'Images',
  fonts: 'Fonts',
  styles: 'Styles',
  scripts: 'Scripts of pages',
  media: 'Audio and video',
  analytics: 'Analytics',
  other: 'Preflights and the like',
};

interface NoiseBoxesProps {
  readonly noise: readonly Noise[];
  readonly kept: readonly Noise['kind'][];
  readonly onKept: (kept: readonly Noise['kind'][]) => void;
}

/** The kinds of noise in a recording, each with a checkbox that excludes it. */
const NoiseBoxes = ({ noise, kept, onKept }: NoiseBoxesProps) => (
  <fieldset className="import-noise">
    <legend>Leave out</legend>
    {noise.map(({ kind, count }) => (
      <label key={kind}>
        <input
          type="checkbox"
          checked={!kept.includes(kind)}
          onChange={({ target }) =>
            onKept(target.checked ? kept.filter((one) => one !== kind) : [...kept, kind])
          }
        />
        {titles[kind]} <span className="quiet">({count})</span>
      </label>
    ))}
  </fieldset>
);

interface Props {
  readonly given: ImportedDocuments;
  readonly onClose: () => void;
}

const verbs: Readonly<Record<Way, readonly [does: string, isDoing: string]>> = {
  new: ['Import', 'Importing …'],
  update: ['Update', 'Updating …'],
};

const ways = [
  { value: 'update', title: 'Update the earlier import' },
  { value: 'new', title: 'Import into a new folder' },
] as const;

/** Focuses a button once enabled: it cannot have the focus while the plan loads, and Enter should import. */
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
    <span className="quiet">{total > 0 ? `${done} of ${total} requests` : 'Reading it …'}</span>
  </div>
);

interface PartsProps {
  readonly given: ImportedDocuments;
  readonly planned: readonly PlannedImport[];
  readonly nodes: readonly ImportNode[];
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

/** The parts of a plan that its sentence does not mention. */
const PlanParts = ({ given, planned, nodes, left, onLeft }: PartsProps) => {
  const not = listNotImported(planned, given);
  const { leftOut, count } = listLeftOut(planned);
  const isUpdate = planned.every(({ plan }) => plan?.update !== undefined);
  return (
    <>
      {isUpdate && nodes.length === 0 && <p className="quiet">Nothing has changed.</p>}
      {nodes.length > 0 && <ImportTree nodes={nodes} left={left} onLeft={onLeft} />}
      {not.length > 0 && <LeftOut title="Not imported" leftOut={not} count={not.length} />}
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} count={count} />}
    </>
  );
};

const none: ReadonlySet<string> = new Set();

/** Why the only document cannot be imported. */
const findOnlyProblem = ([only, ...others]: readonly PlannedImport[]): string | undefined =>
  others.length > 0 || only?.problem === undefined
    ? undefined
    : `${only.name === '' ? 'The text' : only.name} ${only.problem}`;

/** What the plan, or its selection, imports, as a sentence. */
const describeChosenPlans = (
  planned: readonly PlannedImport[],
  nodes: readonly ImportNode[],
  left: ReadonlySet<string>,
) =>
  left.size === 0
    ? describePlans(planned)
    : describeChoice(
        countTaken(nodes, none),
        countTaken(nodes, left),
        planned.every(({ plan }) => plan?.update !== undefined),
      );

/** What an import would create or update, with parts that can be excluded; it starts on confirmation. */
export const ImportDialog = ({ given, onClose }: Props) => {
  const { progress, failed, apply, stop } = useApplyImport(given, onClose);
  const { planned, nodes, error, isKnown, way, choose, kept, setKept, isReading } = useImportPlan(given);
  const [left, setLeft] = useState(none);
  const canImport = planned?.some(({ plan }) => plan !== undefined) === true;
  const importButton = useFirstFocus(canImport);
  const problem = failed ?? (error ? describeProblem(error) : findOnlyProblem(planned ?? []));
  const isBusy = progress !== undefined;
  const chosen = pickChosenDocuments(planned ?? [], left);
  const isNothing = left.size > 0 && chosen.length === 0;
  const words = planned && canImport ? describeChosenPlans(planned, nodes, left) : undefined;
  const noise = collectNoise(planned ?? []);
  return (
    <Dialog
      title={given.title}
      size="large"
      description={words ?? (problem === undefined && planned === undefined ? 'Reading it …' : undefined)}
      onClose={onClose}
      actions={
        <>
          {isBusy ? <Button onClick={stop}>Stop</Button> : <Button onClick={onClose}>Cancel</Button>}
          <Button
            ref={importButton}
            variant="primary"
            disabled={!canImport || isReading || isBusy || isNothing}
            onClick={() => void apply(way, chosen, kept)}
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
            options={ways}
            onChange={(next) => {
              setLeft(none);
              choose(next);
            }}
          />
        )}
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
        {progress && <Progress progress={progress} />}
        {noise.length > 0 && <NoiseBoxes noise={noise} kept={kept} onKept={setKept} />}
        {planned && (canImport || planned.length > 1) && (
          <PlanParts key={way} given={given} planned={planned} nodes={nodes} left={left} onLeft={setLeft} />
        )}
      </div>
    </Dialog>
  );
};
