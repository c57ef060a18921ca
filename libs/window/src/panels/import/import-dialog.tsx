import '../../style/import.css';

import { useEffect, useRef, useState } from 'react';

import { Button, Dialog, Segmented } from '../../kit/index.js';
import { choiceOf, countTaken, type ImportNode } from '../../model/import-tree.js';
import { choiceWords, type ImportPlan as Plan, planWords } from '../../model/import-words.js';
import { problemWords } from '../../model/problem-words.js';
import { LeftOut } from '../left-out.js';
import { ImportTree } from './import-tree.js';
import { NoiseBoxes } from './noise-boxes.js';
import { type ImportProgress, useApplyImport } from './use-apply-import.js';
import { type ImportedDocument, useImportPlan, type Way } from './use-import-plan.js';

interface Props {
  readonly document: ImportedDocument;
  readonly onClose: () => void;
}

const verbs: Readonly<Record<Way, readonly [does: string, isDoing: string]>> = {
  new: ['Import', 'Importing …'],
  update: ['Update', 'Updating …'],
};

const ways = [
  { value: 'update', title: 'Update what came before' },
  { value: 'new', title: 'Import into a new folder' },
] as const;

/** Focuses a button once it can be used: it cannot have the focus while the plan is read, and Enter imports. */
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
  readonly plan: Plan;
  readonly nodes: readonly ImportNode[];
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

/** What a plan holds besides what its sentence says. */
const PlanParts = ({ plan, nodes, left, onLeft }: PartsProps) => (
  <>
    {plan.update && nodes.length === 0 && <p className="quiet">Nothing has changed.</p>}
    {nodes.length > 0 && <ImportTree {...{ nodes, left, onLeft }} />}
    {plan.leftOut.length > 0 && <LeftOut leftOut={plan.leftOut} count={plan.counts.leftOut} />}
  </>
);

const none: ReadonlySet<string> = new Set();

/** What an import would make or update, of which parts can be left out; it is made once the person says so. */
export const ImportDialog = ({ document, onClose }: Props) => {
  const { progress, failed, apply, stop } = useApplyImport(document, onClose);
  const { plan, nodes, error, earlier, way, choose, kept, setKept, isReading } = useImportPlan(document);
  const [left, setLeft] = useState(none);
  const importButton = useFirstFocus(plan !== undefined);
  const problem = failed ?? (error ? problemWords(error) : undefined);
  const isBusy = progress !== undefined;
  const taken = countTaken(nodes, left);
  const isNothing = left.size > 0 && taken.requests + taken.environments === 0;
  const words = plan && (left.size === 0 ? planWords(plan) : choiceWords(plan, taken));
  return (
    <Dialog
      title={document.title}
      size="large"
      description={words ?? (problem === undefined ? 'Reading it …' : undefined)}
      onClose={onClose}
      actions={
        <>
          {isBusy ? <Button onClick={stop}>Stop</Button> : <Button onClick={onClose}>Cancel</Button>}
          <Button
            ref={importButton}
            variant="primary"
            disabled={plan === undefined || isReading || isBusy || isNothing}
            onClick={() => void apply(way, choiceOf(nodes, left), kept)}
          >
            {verbs[way][isBusy ? 1 : 0]}
          </Button>
        </>
      }
    >
      <div className="stack import">
        {earlier !== undefined && (
          <Segmented
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
        {plan?.noise && <NoiseBoxes noise={plan.noise} kept={kept} onKept={setKept} />}
        {plan && <PlanParts key={way} {...{ plan, nodes, left, onLeft: setLeft }} />}
      </div>
    </Dialog>
  );
};
