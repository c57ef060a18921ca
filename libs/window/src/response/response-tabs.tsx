import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { TestResult } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { Check, Minus, X } from 'lucide-react';

import { listCookieAttributes } from '../cookies/use-cookies.js';
import { toHeaderRows } from '../requests/url/bulk-rows.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import type { RequestId } from '../requests/saved-request.js';
import { useOfferedActions } from '../shell/offered-actions.js';
import { useSelectedPart } from '../shell/panel-state.js';
import { ResponseBody } from './body/response-body.js';
import { Button, Findable, Rows, Tabs } from '../kit/index.js';
import { useGoToScript } from './go-to-script.js';
import { ConsoleLines } from './messages.js';
import { locateTestFailure, type ScriptLocation } from './script-location.js';
import { lazy } from '../served/lazy.js';

const icons = { passed: Check, failed: X, skipped: Minus } as const;

const TestIcon = ({ status }: Pick<TestResult, 'status'>) => {
  const Icon = icons[status];
  return (
    <span className="sign" role="img" aria-label={status}>
      <Icon className="k-icon" aria-hidden="true" />
    </span>
  );
};

/** A link to a line of a script. */
export const ScriptLine = ({
  id,
  location,
  isButton = false,
}: {
  readonly id: RequestId;
  readonly location: ScriptLocation;
  /** Whether it stands among other actions. */
  readonly isButton?: boolean;
}) => {
  const go = useGoToScript(id);
  const { folder, editor, line } = location;
  const title = [folder === '' ? 'Workspace' : folder, editor].filter((one) => one !== null).join(' › ');
  const jump = (): void => go(location);
  return isButton ? (
    <Button isSmall title={title} onClick={jump}>
      Go to line {line}
    </Button>
  ) : (
    <button type="button" className="link" title={title} onClick={jump}>
      Go to line {line}
    </button>
  );
};

/** The tests, with their failures. */
export const TestList = ({
  id,
  results,
}: {
  readonly id: RequestId;
  readonly results: readonly TestResult[];
}) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-status=failed]')?.scrollIntoView({ block: 'nearest' });
  }, [results]);
  return results.length === 0 ? null : (
    <ul ref={list} className="tests" aria-label="Tests">
      {results.map((result, index) => {
        const { name, suite, status, script, error } = result;
        const location = locateTestFailure(result);
        return (
          <li key={index} data-status={status}>
            <TestIcon status={status} />
            <span className="name">
              {[...suite, name].join(' › ')}
              {script !== undefined && script.toLowerCase() !== name.toLowerCase() && (
                <small className="quiet"> {script}</small>
              )}
              {error && <em>{error.message}</em>}
              {error && 'expected' in error && (
                <dl className="sides-of-test">
                  <dt>Expected</dt>
                  <dd>{stringifyJson(error.expected, 2)}</dd>
                  <dt>Actual</dt>
                  <dd>{stringifyJson(error.actual, 2)}</dd>
                </dl>
              )}
              {location && <ScriptLine id={id} location={location} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
};

// Loaded when first shown.
const Times = lazy(async () => ({ default: (await import('./times.js')).Times }));
const LazySentRequestView = lazy(async () => ({
  default: (await import('./sent-request.js')).SentRequestView,
}));

const Console = ({ run }: { readonly run: FinishedRun }) => {
  const { logs } = run.result;
  if (logs.length === 0) return <p className="quiet">The script logged nothing.</p>;
  return <ConsoleLines logs={logs} />;
};

const Headers = ({ run }: { readonly run: FinishedRun }) => (
  <Rows rows={toHeaderRows(run.result.response?.headers ?? {})} />
);

const Cookies = ({ run }: { readonly run: FinishedRun }) => {
  const cookies = run.result.response?.cookies ?? [];
  if (cookies.length === 0) return <p className="quiet">The response set no cookies.</p>;
  return (
    <Rows
      rows={cookies.map(({ name, value, ...attributes }) => ({
        name,
        value: [value, ...listCookieAttributes(attributes)].join('; '),
        enabled: true,
      }))}
    />
  );
};

const Tests = ({ id, run }: { readonly id: RequestId; readonly run: FinishedRun }) => {
  const { results } = run.result.lifecycle.tests;
  return results.length === 0 ? <p className="quiet">No tests.</p> : <TestList id={id} results={results} />;
};

const Request = ({ run }: { readonly run: FinishedRun }) => <LazySentRequestView result={run.result} />;

const Body = ({ id, run: { result } }: { readonly id: RequestId; readonly run: FinishedRun }) => (
  <ResponseBody id={result.executionId} requestId={id} response={result.response} url={result.request.url} />
);

interface PanelProps {
  readonly id: RequestId;
  readonly run: FinishedRun;
}

type Panel = (props: PanelProps) => ReactNode;

/** Shows a part of the result. Its module may have to be loaded first. */
const PartView = ({ Panel, ...props }: PanelProps & { readonly Panel: Panel }) => (
  <Suspense fallback={<p className="quiet">Loading …</p>}>
    <Panel {...props} />
  </Suspense>
);

const listTabs = ({
  result,
}: FinishedRun): readonly {
  readonly key: string;
  readonly title: string;
  readonly count?: number;
  readonly Panel: Panel;
}[] => [
  { key: 'body', title: 'Body', Panel: Body },
  {
    key: 'headers',
    title: 'Headers',
    count: toHeaderRows(result.response?.headers ?? {}).length,
    Panel: Headers,
  },
  { key: 'cookies', title: 'Cookies', count: result.response?.cookies.length ?? 0, Panel: Cookies },
  { key: 'tests', title: 'Tests', count: result.lifecycle.tests.results.length, Panel: Tests },
  { key: 'console', title: 'Console', count: result.logs.length, Panel: Console },
  { key: 'times', title: 'Times', Panel: Times },
  { key: 'request', title: 'Request', Panel: Request },
];

/** Chooses the tab that is shown first: the tests if one failed, otherwise the body. */
const chooseFirstTab = ({ result }: FinishedRun): string =>
  result.lifecycle.tests.results.some(({ status }) => status === 'failed') ? 'tests' : 'body';

interface TabsProps extends PanelProps {
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

const TabList = ({ id, run, chosen, onChoose }: TabsProps) => {
  const tabs = listTabs(run);
  return (
    <Tabs
      className="tabs"
      label="Response"
      value={tabs.some(({ key }) => key === chosen) && chosen !== undefined ? chosen : chooseFirstTab(run)}
      onChange={onChoose}
      tabs={tabs.map(({ Panel, ...tab }) => ({
        ...tab,
        content:
          tab.key === 'body' ? (
            <PartView Panel={Panel} id={id} run={run} />
          ) : (
            <Findable>
              <PartView Panel={Panel} id={id} run={run} />
            </Findable>
          ),
      }))}
    />
  );
};

/** The actions that show a part of a result. */
export type PartAction =
  'part body' | `part ${'headers' | 'cookies' | 'tests' | 'console' | 'times' | 'request'}`;

/** Shows the details of an execution, one part at a time. */
export const ResponseTabs = ({ id, run }: PanelProps) => {
  // The chosen tab also applies to the next run.
  const [chosen, setChosen] = useSelectedPart(`${id} result`, () => undefined);
  useOfferedActions(
    id,
    Object.fromEntries(listTabs(run).map(({ key }) => [`part ${key}`, () => setChosen(key)])),
  );
  return <TabList id={id} run={run} chosen={chosen} onChoose={setChosen} />;
};

/**
 * Shows the same details, but always begins with the tests if one failed, even if another tab was chosen for
 * the request.
 */
export const OwnResponseTabs = ({ id, run }: PanelProps) => {
  const [chosen, setChosen] = useState<string>();
  return <TabList id={id} run={run} chosen={chosen} onChoose={setChosen} />;
};
