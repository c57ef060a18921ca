import { type EnvironmentView, runLimits } from '@tandem/core';
import { useId, useState, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';

import { Button, Dialog, Field, Method } from '../kit/index.js';
import { formatCount } from '../shell/phrases.js';
import {
  findNumberProblem,
  toRunPlan,
  countPlannedExecutions,
  type RunForm,
  type RunNumber,
  getInitialSelection,
  listSelectableRequests,
  type RunTarget,
  toRunSelection,
  describeSelection,
} from './run-target.js';
import type { RequestId, Summary } from '../requests/saved-request.js';
import { type TreeContent, createRequestMatcher } from '../folders/tree/tree.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';
import { useShow } from '../shell/page.js';
import { focusTab } from '../shell/panes.js';
import { useFolderEdits } from '../folders/use-folder-editing.js';
import { useEnvironments } from '../requests/variables/use-names.js';
import { useRunStore } from './use-runs.js';
import { ColorDot } from '../environments/colors.js';
import { RunRows, useRows } from './run-rows.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import { prepareSending } from '../requests/sending/send-blocker.js';
import '../style/run-dialog.css';

/** The height of a line, in CSS pixels. */
const rowHeight = 28;

interface RunRequestsProps {
  /** The requests to choose from, in run order. */
  readonly offered: readonly Summary[];
  readonly chosen: ReadonlySet<RequestId>;
  readonly onChoose: (chosen: ReadonlySet<RequestId>) => void;
}

const Line = ({
  request: { id, name, folder, method },
  isChosen,
  onToggle,
}: {
  readonly request: Summary;
  readonly isChosen: boolean;
  readonly onToggle: (id: RequestId) => void;
}) => (
  <label className="run-request">
    <input type="checkbox" checked={isChosen} onChange={() => onToggle(id)} />
    <Method method={method} />
    <span className="name">
      {folder !== '' && <span className="quiet">{folder.replaceAll('/', ' / ')} / </span>}
      {name}
    </span>
  </label>
);

/** Lists the requests with checkboxes. Only visible lines are rendered. */
const Lines = ({ offered, chosen, onChoose }: RunRequestsProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: offered.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const toggle = (id: RequestId): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <div ref={scroller} className="run-requests" role="group" aria-label="Requests of the run" tabIndex={0}>
      <div className="run-lines" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const request = offered[index] as Summary;
          return (
            <div key={request.id} className="run-slot" style={{ transform: `translateY(${start}px)` }}>
              <Line request={request} isChosen={chosen.has(request.id)} onToggle={toggle} />
            </div>
          );
        })}
      </div>
    </div>
  );
};

/** Selects the requests to execute. The list is collapsed while everything in the folder or workspace is selected. */
const RunRequests = ({ offered, chosen, onChoose }: RunRequestsProps) => {
  const [search, setSearch] = useState('');
  const found = search.trim() === '' ? offered : offered.filter(createRequestMatcher(search.trim()));
  const choose = (isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const { id } of found) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onChoose(next);
  };
  return (
    <details className="run-part">
      <summary>
        <ChevronRight className="k-icon" aria-hidden="true" /> Requests{' '}
        <span className="quiet">
          {chosen.size} of {offered.length}
        </span>
      </summary>
      <div className="row">
        <input
          type="search"
          aria-label="Search the requests of the run"
          placeholder="Search"
          value={search}
          onKeyDown={(event) => {
            // Keep Enter from submitting the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button isSmall onClick={() => choose(true)}>
          All
        </Button>
        <Button isSmall onClick={() => choose(false)}>
          None
        </Button>
      </div>
      <Lines offered={found} chosen={chosen} onChoose={onChoose} />
    </details>
  );
};

/** Stores unsaved edits. Returns what prevents executing one of the requests as the person sees it, if anything. */
const prepareRun = async (
  drafts: Drafts,
  folders: ReturnType<typeof useFolderEdits>,
  requests: readonly Summary[],
): Promise<string | undefined> => {
  await folders.flushAll();
  drafts.flushAll();
  const edited = requests.filter(({ id }) => drafts.get(id) !== undefined);
  for (const { id, name } of edited) {
    const why = await prepareSending(drafts, id);
    if (why !== undefined) return `${name}: Not sent: ${why.reason}`;
  }
  return undefined;
};

const numbers: readonly { readonly which: RunNumber; readonly label: string; readonly usual: string }[] = [
  { which: 'iterations', label: 'Iterations', usual: '1' },
  { which: 'parallel', label: 'Parallel', usual: '1' },
  { which: 'retries', label: 'Retries', usual: '0' },
  { which: 'retryDelay', label: 'Retry pause (ms)', usual: String(runLimits.defaultRetryDelayMs) },
  { which: 'bail', label: 'Stop after failures', usual: 'never' },
];

const Environments = ({
  all,
  chosen,
  onChoose,
}: {
  readonly all: readonly EnvironmentView[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}) => (
  <fieldset className="run-part">
    <legend>Environments</legend>
    <div className="run-environments">
      {all.map(({ id, name, color }) => (
        <label key={id} className="run-environment">
          <input
            type="checkbox"
            checked={chosen.has(id)}
            onChange={() => {
              const next = new Set(chosen);
              if (!next.delete(id)) next.add(id);
              onChoose(next);
            }}
          />
          <ColorDot color={color} /> <span title={name}>{name}</span>
        </label>
      ))}
    </div>
    {chosen.size !== 1 && (
      <p className="quiet">
        {chosen.size === 0 ? 'Runs without an environment.' : 'Runs once in each environment.'}
      </p>
    )}
  </fieldset>
);

const Numbers = ({
  form,
  hasRows,
  onChange,
}: {
  readonly form: RunForm;
  readonly hasRows: boolean;
  readonly onChange: (part: Partial<RunForm>) => void;
}) => (
  <div className="run-numbers">
    {numbers.map(({ which, label, usual }) => {
      const isRows = which === 'iterations' && hasRows;
      return (
        <Field
          key={which}
          label={label}
          inputMode="numeric"
          placeholder={isRows ? 'one per row' : usual}
          disabled={isRows}
          value={isRows ? '' : form[which]}
          error={isRows ? undefined : findNumberProblem(which, form[which])}
          onChange={({ target }) => onChange({ [which]: target.value })}
        />
      );
    })}
  </div>
);

/** The state of the form. It selects the active environment until the person changes it. */
const useForm = () => {
  const all = useEnvironments().data?.environments ?? [];
  const [changed, setChanged] = useState<Partial<RunForm>>({});
  const usual: RunForm = {
    environments: new Set(all.filter(({ active }) => active).map(({ id }) => id)),
    iterations: '',
    parallel: '',
    retries: '',
    retryDelay: '',
    bail: '',
  };
  const form: RunForm = { ...usual, ...changed };
  return { all, form, change: (part: Partial<RunForm>) => setChanged((before) => ({ ...before, ...part })) };
};

/** Whether a number of the form is invalid. */
const hasProblem = (form: RunForm, hasRows: boolean): boolean =>
  numbers.some(
    ({ which }) =>
      !(which === 'iterations' && hasRows) && findNumberProblem(which, form[which]) !== undefined,
  );

/** The selected requests of a run's target. */
const useSelection = (target: RunTarget, content: TreeContent) => {
  const offered = listSelectableRequests(target, content);
  const [changed, choose] = useState<ReadonlySet<RequestId>>();
  const chosen = changed ?? getInitialSelection(target, offered);
  return { offered, chosen, choose, requests: offered.filter(({ id }) => chosen.has(id)) };
};

/** Prepares and starts a run, and shows it. */
const useStart = (onClose: () => void) => {
  const store = useRunStore();
  const show = useShow();
  const drafts = useDrafts();
  const folders = useFolderEdits();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const start = async (
    requests: ReturnType<typeof useSelection>['requests'],
    title: string,
    plan: Parameters<typeof store.start>[1],
  ): Promise<void> => {
    setIsBusy(true);
    const why = (await prepareRun(drafts, folders, requests)) ?? (await store.start(title, plan));
    setIsBusy(false);
    setProblem(why);
    if (why !== undefined) return;
    onClose();
    show('runs');
    focusTab('runs');
  };
  return { start, problem, isBusy };
};

interface Props {
  readonly target: RunTarget;
  readonly content: TreeContent;
  readonly onClose: () => void;
}

/** Asks for the parameters of a run: which requests, in which environments, with which rows and how often. */
export const RunDialog = ({ target, content, onClose }: Props) => {
  const { offered, chosen, choose, requests } = useSelection(target, content);
  const { all, form, change } = useForm();
  const [text, setText] = useState('');
  const { read, rows, isUnusable } = useRows(text);
  const { start, problem, isBusy } = useStart(onClose);
  const hasRows = rows !== undefined;
  const words = describeSelection(target, offered, chosen);
  const id = useId();
  const isReady = requests.length > 0 && !isUnusable && !isBusy && !hasProblem(form, hasRows);
  const run = (): void => {
    const known = all.map(({ id }) => id);
    const selection = toRunSelection(target, offered, chosen);
    void start(requests, words, { ...selection, ...toRunPlan(form, known, rows) });
  };
  return (
    <Dialog
      title="Run requests"
      description={words}
      size="large"
      onClose={onClose}
      actions={
        <>
          <span className="quiet run-count" role="status">
            {isReady && formatCount(countPlannedExecutions(requests.length, form, rows), 'execution')}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button autoFocus variant="primary" type="submit" form={id} disabled={!isReady}>
            Run
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack run-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) run();
        }}
      >
        <RunRequests offered={offered} chosen={chosen} onChoose={choose} />
        {all.length > 0 && (
          <Environments
            all={all}
            chosen={form.environments}
            onChoose={(environments) => change({ environments })}
          />
        )}
        <RunRows text={text} read={read} onText={setText} />
        <Numbers form={form} hasRows={hasRows} onChange={change} />
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
};
