import { requestKindList, requestKindNames } from '@tandem/core';
import { type ReactNode, useCallback, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { defaultKind } from '../model/request-kinds.js';
import { isRequestId, type RequestId, type Summary } from '../model/saved-request.js';
import { isScreen } from '../model/screens.js';
import { useProvidedShow } from '../state/navigation.js';
import { usePreferences } from '../state/preferences.js';
import { type Actions, useActions } from '../state/use-actions.js';
import { type ListControl, useList } from '../state/use-list.js';
import { useRequests } from '../state/use-requests.js';
import { type Runner, useRuns } from '../state/use-runs.js';
import { type TabsControl, useTabs } from '../state/use-tabs.js';
import { RequestPanel } from './editor/request-panel.js';
import { executionActions } from './history/execution-actions.js';
import { ListButton, ListOver } from './list-over.js';
import { Palette, type PaletteCommand } from './palette.js';
import { Problem } from './problem.js';
import { ScreenPanel } from './screen-panel.js';
import { Toasts } from './toasts.js';
import { TopRow } from './top/top-row.js';
import { type Revealed, Sidebar } from './tree/sidebar.js';
import { Welcome, type WelcomeProps } from './welcome.js';
import { useKeys } from './use-keys.js';
import { usePastedCommand } from './use-pasted-command.js';

interface ShownProps {
  readonly control: TabsControl;
  readonly requests: readonly Summary[];
  readonly runner: Runner;
  readonly actions: Actions;
  readonly welcome: WelcomeProps;
}

const Shown = ({ control, requests, runner, actions, welcome }: ShownProps) => {
  const { shown } = control.tabs;
  if (shown === undefined) return <Welcome {...welcome} />;
  if (isScreen(shown)) {
    const executions = executionActions(requests, runner, actions, control.show);
    return <ScreenPanel screen={shown} executions={executions} />;
  }
  const close = (): void => {
    control.close(shown);
  };
  return isRequestId(shown) ? (
    <RequestPanel
      key={shown}
      id={shown}
      runner={runner}
      onClose={close}
      onShow={control.show}
      onCopy={actions.copyAsCurl}
    />
  ) : (
    <Welcome {...welcome} />
  );
};

const Tabbed = ({
  error,
  ...props
}: ShownProps & {
  /** Why there are no requests to show. */
  readonly error: Error | null;
}) => {
  const { shown } = props.control.tabs;
  const isTab = shown === undefined ? {} : { role: 'tabpanel', 'aria-labelledby': `tab-${shown}` };
  return (
    <div className="main">
      <div className="shown-tab" id="shown-tab" {...isTab}>
        {error ? <Problem error={error} /> : <Shown {...props} />}
      </div>
    </div>
  );
};

/** The shares of the panels, kept from start to start; a list that is hidden keeps its share. */
const useLayout = (isListBeside: boolean) => {
  const { preferences, prefer } = usePreferences();
  return {
    defaultLayout: preferences.layouts?.page,
    onLayoutChanged: (page: Readonly<Record<string, number>>) => {
      if (!isListBeside) return;
      prefer({ layouts: { ...preferences.layouts, page } });
    },
  };
};

/** The commands that create a request, one for each kind. */
const creating = ({ create }: Actions): readonly PaletteCommand[] =>
  requestKindList.map((kind) => ({
    title: `New ${requestKindNames[kind].noun}`,
    run: () => {
      create(kind, '');
    },
  }));

/** What copies the shown request, if one is. */
const copying = (shown: string | undefined, { copyAsCurl }: Actions): readonly PaletteCommand[] =>
  shown !== undefined && isRequestId(shown)
    ? [
        { title: 'Copy as curl', run: () => copyAsCurl(shown) },
        { title: 'Copy as curl with secrets', run: () => copyAsCurl(shown, 'real') },
      ]
    : [];

interface Doing {
  readonly control: TabsControl;
  readonly actions: Actions;
  readonly runner: Runner;
  readonly list: ListControl;
}

/** What keys, the palette and the first screen do in a workspace. */
const useDoing = ({ control, actions, runner, list }: Doing, requests: readonly Summary[]) => {
  const { tabs, show, close, closeAll, step } = control;
  const send = useCallback(() => {
    if (tabs.shown !== undefined && isRequestId(tabs.shown)) runner.start(tabs.shown);
  }, [tabs.shown, runner]);
  const create = (): void => actions.create(defaultKind, '');
  const closeShown = (): void => {
    if (tabs.shown !== undefined) close(tabs.shown);
  };
  const first = requests[0]?.id;
  const sendFirst = (id: RequestId): void => {
    show(id);
    runner.start(id);
  };
  const commands: readonly PaletteCommand[] = [
    { title: 'Send', run: send },
    ...creating(actions),
    ...copying(tabs.shown, actions),
    { title: 'Close the tab', run: closeShown },
    { title: 'Close the other tabs', run: () => closeAll(tabs.open.filter((key) => key !== tabs.shown)) },
    { title: 'Show or hide the list of requests', run: list.toggle },
  ];
  const welcome: WelcomeProps = {
    onTry: first && (() => sendFirst(first)),
    onCreate: create,
    onEcho: () => actions.create(defaultKind, '', { url: '{{echo_base_url}}/hello' }),
  };
  const keys = useKeys({
    ...{ send, create, closeShown, step },
    list: list.toggle,
    help: () => show('shortcuts'),
  });
  return { commands, welcome, keys };
};

/** Shows a request in the tree, wherever the list is. */
const useReveal = ({ show }: TabsControl, list: ListControl) => {
  const [revealed, setRevealed] = useState<Revealed>();
  const reveal = (key: string): void => {
    show(key);
    list.open();
    setRevealed({ key });
  };
  return { revealed, reveal };
};

/** What is below the top row: the list, beside or over the rest. */
const Panels = ({
  list,
  sidebar,
  children,
}: {
  readonly list: ListControl;
  readonly sidebar: ReactNode;
  readonly children: ReactNode;
}) => {
  const isBeside = list.place === 'beside';
  const layout = useLayout(isBeside);
  return (
    <div className="below-top">
      {list.place === 'over' && <ListOver onLeave={list.leave}>{sidebar}</ListOver>}
      <Group key={isBeside ? 'two' : 'one'} orientation="horizontal" {...layout}>
        {isBeside && (
          <>
            <Panel id="sidebar" defaultSize="264px" minSize="220px" maxSize="40%">
              {sidebar}
            </Panel>
            <Separator className="separator" aria-label="Size of the list" />
          </>
        )}
        <Panel id="main">{children}</Panel>
      </Group>
    </div>
  );
};

/** A workspace: the top row, its requests at the left, what is open in tabs beside them. */
export const Workspace = ({ id }: { readonly id: string }) => {
  const { requests, isPending, error } = useRequests();
  const runner = useRuns();
  const control = useTabs(id);
  const { tabs, show, close } = control;
  const { actions, problem, said } = useActions(show, close);
  useProvidedShow(show);
  usePastedCommand(actions.fromCurl);
  const list = useList(tabs.shown === undefined);
  const { commands, welcome, keys } = useDoing({ control, actions, runner, list }, requests);
  const { revealed, reveal } = useReveal(control, list);
  const showAndLeave = (key: string): void => {
    show(key);
    list.leave();
  };
  const tree = { requests, isLoading: isPending, problem, shown: tabs.shown, runs: runner.runs, actions };
  return (
    <main className="workspace">
      <TopRow
        {...{ control, requests, actions }}
        listButton={<ListButton control={list} />}
        onReveal={reveal}
        onPalette={keys.openPalette}
      />
      <Panels list={list} sidebar={<Sidebar {...tree} revealed={revealed} onShow={showAndLeave} />}>
        <Tabbed
          {...{ control, requests, runner, actions, welcome }}
          error={requests.length === 0 ? error : null}
        />
      </Panels>
      <Palette
        mode={keys.palette}
        onClose={keys.closePalette}
        requests={requests}
        show={show}
        commands={commands}
      />
      <Toasts show={show} requests={requests} said={said} />
    </main>
  );
};
