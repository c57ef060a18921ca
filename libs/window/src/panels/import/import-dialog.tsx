import '../../style/import.css';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { Badge, Button, Dialog, Method, Segmented, type Tone } from '../../kit/index.js';
import { useLink } from '../../link/use-link.js';
import { counted } from '../../model/counted.js';
import {
  changeWords,
  doneWords,
  type ImportChange,
  type ImportPlan as Plan,
  planWords,
} from '../../model/import-words.js';
import { problemWords } from '../../model/problem-words.js';
import { useSay } from '../../state/said.js';
import { LeftOut } from '../left-out.js';

interface Props {
  readonly document: { readonly title: string; readonly name: string; readonly text: string };
  readonly onClose: () => void;
}

const Requests = ({ plan: { requests, counts } }: { readonly plan: Plan }) => (
  <section className="stack">
    <h3>Requests</h3>
    <ul className="import-list" tabIndex={0} aria-label="Requests">
      {requests.map((request, at) => (
        <li key={at}>
          <Method method={request.method} />
          <span className="import-name">
            {request.folder !== '' && <span className="quiet">{request.folder} / </span>}
            {request.name}
          </span>
        </li>
      ))}
      {counts.requests > requests.length && (
        <li className="quiet">and {counts.requests - requests.length} more</li>
      )}
    </ul>
  </section>
);

const Environments = ({ plan: { environments } }: { readonly plan: Plan }) => (
  <section className="stack">
    <h3>Environments</h3>
    <ul className="import-facts">
      {environments.map(({ name, variables, secrets }) => (
        <li key={name}>
          <strong>{name}</strong>: {counted(variables.length, 'variable')}
          {secrets.length > 0 && `, ${counted(secrets.length, 'secret')} (${secrets.join(', ')})`}
        </li>
      ))}
    </ul>
  </section>
);

const tones: Readonly<Record<ImportChange['outcome'], Tone>> = {
  new: 'good',
  changed: 'accent',
  gone: 'warn',
  deleted: 'warn',
};

const Changes = ({ update: { changes } }: { readonly update: NonNullable<Plan['update']> }) => (
  <section className="stack">
    <h3>Requests</h3>
    {changes.length === 0 && <p className="quiet">Nothing has changed.</p>}
    {changes.length > 0 && (
      <ul className="import-list" tabIndex={0} aria-label="Requests">
        {changes.map((change, at) => (
          <li key={at}>
            <Badge tone={tones[change.outcome]}>{change.outcome}</Badge>
            <span className="import-name">
              {change.folder !== '' && <span className="quiet">{change.folder} / </span>}
              {change.name} <span className="quiet">{changeWords(change)}</span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** What a plan holds besides what its sentence says. */
const PlanParts = ({ plan }: { readonly plan: Plan }) => (
  <>
    {plan.update && <Changes update={plan.update} />}
    {!plan.update && plan.requests.length > 0 && <Requests plan={plan} />}
    {!plan.update && plan.environments.length > 0 && <Environments plan={plan} />}
    {plan.leftOut.length > 0 && <LeftOut leftOut={plan.leftOut} count={plan.counts.leftOut} />}
  </>
);

type Way = 'update' | 'new';

/** The plan of an import; a document that was imported before updates what came from it, unless a person says otherwise. */
const usePlan = (name: string, text: string) => {
  const link = useLink();
  const [wanted, choose] = useState<Way>('update');
  const planWith = (update: boolean, enabled: boolean) => ({
    queryKey: ['import-plan', name, text.length, update],
    queryFn: () => link.call('imports_apply', { text, name, dryRun: true, ...(update ? { update } : {}) }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    enabled,
  });
  const asNew = useQuery(planWith(false, true));
  const earlier = asNew.data?.earlier;
  const way: Way = earlier === undefined ? 'new' : wanted;
  const asUpdate = useQuery(planWith(true, way === 'update'));
  const { data: plan, error } = way === 'update' ? asUpdate : asNew;
  return { plan, error, earlier, way, choose };
};

/** Makes what the plan says, and offers to take it back. */
const useApply = (name: string, text: string, onDone: () => void) => {
  const link = useLink();
  const say = useSay();
  const [isBusy, setIsBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const undo = async ({ folderId, environmentIds = [] }: Plan): Promise<void> => {
    if (folderId !== undefined) await link.call('folders_delete', { id: folderId });
    for (const id of environmentIds) await link.call('environments_delete', { id });
  };
  const apply = async (way: Way): Promise<void> => {
    setIsBusy(true);
    setFailed(undefined);
    try {
      const update = way === 'update' ? { update: true } : {};
      const made = await link.call('imports_apply', { text, name, ...update });
      const undoing = (): void => void undo(made).catch((cause: unknown) => void say(problemWords(cause)));
      say(doneWords(made), made.update === undefined ? undoing : undefined);
      onDone();
    } catch (cause) {
      setFailed(problemWords(cause));
      setIsBusy(false);
    }
  };
  return { isBusy, failed, apply };
};

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

/** What an import would make or update; it is made once the person says so. */
export const ImportDialog = ({ document: { title, name, text }, onClose }: Props) => {
  const { isBusy, failed, apply } = useApply(name, text, onClose);
  const { plan, error, earlier, way, choose } = usePlan(name, text);
  const importButton = useFirstFocus(plan !== undefined);
  const problem = failed ?? (error ? problemWords(error) : undefined);
  return (
    <Dialog
      title={title}
      size="normal"
      description={plan ? planWords(plan) : problem === undefined ? 'Reading it …' : undefined}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={importButton}
            variant="primary"
            disabled={plan === undefined || isBusy}
            onClick={() => void apply(way)}
          >
            {verbs[way][isBusy ? 1 : 0]}
          </Button>
        </>
      }
    >
      <div className="stack import">
        {earlier !== undefined && (
          <Segmented label="How to import" value={way} options={ways} onChange={choose} />
        )}
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
        {plan && <PlanParts plan={plan} />}
      </div>
    </Dialog>
  );
};
