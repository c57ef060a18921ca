import { requestKindList, requestKindNames } from '@tandem/core';
import { type ReactNode, useCallback } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { defaultKind } from '../model/request-kinds.js';
import { isRequestId, type Summary } from '../model/saved-request.js';
import { isScreen } from '../model/screens.js';
import { usePreferences } from '../state/preferences.js';
import { type Actions, useActions } from '../state/use-actions.js';
import { useList } from '../state/use-list.js';
import { useRequests } from '../state/use-requests.js';
import { type Runner, useRuns } from '../state/use-runs.js';
import { type TabsControl, useTabs } from '../state/use-tabs.js';
import { RequestPanel } from './editor/request-panel.js';
import { ListButton, ListOver } from './list-over.js';
import { Palette, type PaletteCommand } from './palette.js';
import { Problem } from './problem.js';
import { ScreenPanel } from './screen-panel.js';
import { TabStrip } from './tab-strip.js';
import { Toasts } from './toasts.js';
import { Sidebar } from './tree/sidebar.js';
import { useKeys } from './use-keys.js';

const Nothing = () => (
  <div className="empty">
    <h1>No request is open</h1>
    <p>
      Choose one on the left, or press <kbd>Ctrl</kbd> <kbd>P</kbd> to find one and <kbd>Alt</kbd>{' '}
      <kbd>N</kbd> to create one. An agent can add one over MCP with <code>rest_create</code>.
    </p>
  </div>
);

const Shown = ({ control, runner }: { readonly control: TabsControl; readonly runner: Runner }) => {
  const { shown } = control.tabs;
  if (shown === undefined) return <Nothing />;
  if (isScreen(shown)) return <ScreenPanel screen={shown} />;
  const close = (): void => {
    control.close(shown);
  };
  return isRequestId(shown) ? (
    <RequestPanel key={shown} id={shown} runner={runner} onClose={close} />
  ) : (
    <Nothing />
  );
};

const Tabbed = ({
  control,
  runner,
  requests,
  error,
  listButton,
}: {
  readonly control: TabsControl;
  readonly runner: Runner;
  readonly requests: readonly Summary[];
  readonly error: Error | null;
  readonly listButton: ReactNode;
}) => {
  const { shown } = control.tabs;
  const isTab = shown === undefined ? {} : { role: 'tabpanel', 'aria-labelledby': `tab-${shown}` };
  return (
    <div className="main">
      <TabStrip control={control} requests={requests}>
        {listButton}
      </TabStrip>
      <div className="shown-tab" id="shown-tab" {...isTab}>
        {error && requests.length === 0 ? (
          <Problem error={error} />
        ) : (
          <Shown control={control} runner={runner} />
        )}
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

/** A workspace: its requests at the left, what is open in tabs beside them. */
export const Workspace = ({ id }: { readonly id: string }) => {
  const { requests, isPending, error } = useRequests();
  const runner = useRuns();
  const control = useTabs(id);
  const { tabs, show, close } = control;
  const { actions, problem, said } = useActions(show, close);
  const list = useList(tabs.shown === undefined);
  const layout = useLayout(list.place === 'beside');
  const send = useCallback(() => {
    if (tabs.shown !== undefined && isRequestId(tabs.shown)) runner.start(tabs.shown);
  }, [tabs.shown, runner]);
  const create = (): void => {
    actions.create(defaultKind, '');
  };
  const closeShown = (): void => {
    if (tabs.shown !== undefined) close(tabs.shown);
  };
  const keys = useKeys({ send, create, closeShown, step: control.step, list: list.toggle });
  const commands = [
    { title: 'Send', run: send },
    ...creating(actions),
    ...copying(tabs.shown, actions),
    { title: 'Close the tab', run: closeShown },
    { title: 'Close the other tabs', run: control.closeOthers },
    { title: 'Show or hide the list of requests', run: list.toggle },
  ];
  const tree = { requests, isLoading: isPending, problem, shown: tabs.shown, runs: runner.runs, actions };
  const showAndLeave = (key: string): void => {
    show(key);
    list.leave();
  };
  const sidebar = <Sidebar {...tree} onShow={showAndLeave} />;
  return (
    <main className="workspace">
      {list.place === 'over' && <ListOver onLeave={list.leave}>{sidebar}</ListOver>}
      <Group key={list.place === 'beside' ? 'two' : 'one'} orientation="horizontal" {...layout}>
        {list.place === 'beside' && (
          <>
            <Panel id="sidebar" defaultSize="264px" minSize="220px" maxSize="40%">
              {sidebar}
            </Panel>
            <Separator className="separator" aria-label="Size of the list" />
          </>
        )}
        <Panel id="main">
          <Tabbed {...{ control, runner, requests, error }} listButton={<ListButton control={list} />} />
        </Panel>
      </Group>
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
