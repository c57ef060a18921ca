import { hasForeignScripts } from '@tandem/core';
import { Suspense, useEffect } from 'react';

import { getExamples } from './examples.js';
import type { SendBlocker } from './sending/send-blocker.js';
import { replaceSetting, type SavedRequest, getKindView, getRequestKind } from './saved-request.js';
import { useDrafts } from './drafts/use-drafts.js';
import { useReportPart } from '../shell/workspace-stores.js';
import { useSelectedPart } from '../shell/panel-state.js';
import { useInheritance } from '../folders/use-folders.js';
import { Tabs } from '../kit/index.js';
import { formatEnabledCount, formatDot, getEditor, type RequestTab, type TabProps } from './kind-editors.js';
import { lazy } from '../served/lazy.js';

/** Loaded when first shown. */
const AuthEditor = lazy(async () => ({ default: (await import('./auth/auth-editor.js')).AuthEditor }));
const SettingsEditor = lazy(async () => ({
  default: (await import('./settings-editor.js')).SettingsEditor,
}));
const TagsLine = lazy(async () => ({ default: (await import('./needs-editor.js')).TagsLine }));
const NeedsEditor = lazy(async () => ({ default: (await import('./needs-editor.js')).NeedsEditor }));
const VariablesEditor = lazy(async () => ({
  default: (await import('./variables/variables-editor.js')).VariablesEditor,
}));
const InheritedAuth = lazy(async () => ({
  default: (await import('../folders/inherited-view.js')).InheritedAuth,
}));

const ScriptEditor = lazy(async () => ({ default: (await import('./script-editor.js')).ScriptEditor }));

const ExamplesEditor = lazy(async () => ({
  default: (await import('./examples-editor.js')).ExamplesEditor,
}));

const Notes = ({ request, onEdit }: TabProps) => (
  <textarea
    className="notes"
    aria-label="Notes"
    placeholder="What this request is for (Markdown)"
    value={request.description}
    onChange={({ target }) => {
      onEdit('description', target.value);
    }}
  />
);

const Script = (props: TabProps) => (
  <Suspense>
    <ScriptEditor {...props} />
  </Suspense>
);

const Auth = ({ request, onEdit }: TabProps) => {
  const drafts = useDrafts();
  return (
    <Suspense>
      <AuthEditor
        id={request.id}
        auth={request.auth}
        inherited={<InheritedAuth folder={request.folder} />}
        onChange={(auth) => onEdit('auth', auth)}
        save={() => drafts.flush(request.id)}
      />
    </Suspense>
  );
};

const Variables = ({ request, onEdit }: TabProps) => (
  <Suspense>
    <VariablesEditor
      folder={request.folder}
      rows={request.requestVariables}
      onChange={(rows) => onEdit('requestVariables', rows)}
    />
  </Suspense>
);

const Examples = ({ request, onEdit }: TabProps) => (
  <Suspense>
    <ExamplesEditor
      key={request.id}
      examples={getExamples(request)}
      onChange={(examples) => onEdit('examples', examples)}
    />
  </Suspense>
);

const Settings = ({ request, unfinished, onEdit, onType, blocker, onBlockerShown }: TabProps) => {
  const inherited = useInheritance(request.folder).settings;
  return (
    <Suspense>
      <SettingsEditor
        settings={request.settings}
        inherited={inherited}
        unfinished={unfinished}
        hasGraphql={getKindView(getRequestKind(request)).hasGraphql}
        onChange={(settings) => onEdit('settings', settings)}
        onType={onType}
        wanted={blocker?.where}
        onBlockerShown={onBlockerShown}
      />
      <NeedsEditor
        id={request.id}
        needs={request.needs}
        maxAge={request.settings.maxAge}
        inherited={inherited.maxAge}
        onNeeds={(needs) => onEdit('needs', needs)}
        onMaxAge={(maxAge) => onEdit('settings', replaceSetting(request.settings, 'maxAge', maxAge))}
      />
      <TagsLine tags={request.tags} onChange={(tags) => onEdit('tags', tags)} />
    </Suspense>
  );
};

/** Returns the tab for examples if the request has examples, or if the tab is shown already. */
const createExamplesTab = (request: SavedRequest, chosen: string): readonly RequestTab[] => {
  const { length } = getExamples(request);
  if (length === 0 && chosen !== 'examples') return [];
  return [{ key: 'examples', title: 'Examples', note: length === 0 ? '' : String(length), Panel: Examples }];
};

const listTabs = (request: SavedRequest, chosen: string): readonly RequestTab[] => [
  ...getEditor(request).tabs(request),
  {
    key: 'auth',
    title: 'Auth',
    note: formatDot(!['none', 'inherit'].includes(request.auth.type)),
    Panel: Auth,
  },
  {
    key: 'variables',
    title: 'Variables',
    note: formatEnabledCount(request.requestVariables),
    Panel: Variables,
  },
  {
    key: 'script',
    title: 'Script',
    note: formatDot(request.script !== '' || hasForeignScripts(request.foreign)),
    Panel: Script,
  },
  {
    key: 'settings',
    title: 'Settings',
    note: formatDot(
      Object.keys(request.settings).length > 0 || request.needs.length + request.tags.length > 0,
    ),
    Panel: Settings,
  },
  { key: 'notes', title: 'Notes', note: formatDot(request.description !== ''), Panel: Notes },
  ...createExamplesTab(request, chosen),
];

/** The tab that contains each part of a request. Parts that are not listed are outside of the tabs. */
const tabOfPart: Readonly<Partial<Record<SendBlocker['where'], string>>> = {
  variables: 'body',
  timeoutMs: 'settings',
  maxRedirects: 'settings',
};

/** Shows the parts of a request, one at a time. */
export const RequestTabs = (props: TabProps) => {
  const { request, blocker } = props;
  const [wanted, setChosen] = useSelectedPart(`${request.id} tab`, () =>
    getEditor(request).firstTab(request),
  );
  const tabs = listTabs(request, wanted);
  const chosen = tabs.some(({ key }) => key === wanted) ? wanted : getEditor(request).firstTab(request);
  useReportPart('tab', chosen);
  useEffect(() => {
    const tab = blocker && tabOfPart[blocker.where];
    if (tab !== undefined) setChosen(tab);
  }, [blocker]);
  return (
    <Tabs
      className="tabs"
      label="Request"
      value={chosen}
      onChange={setChosen}
      tabs={tabs.map(({ key, title, note, Panel }) => ({
        key,
        title,
        mark: note !== '' && <span className="count">{note}</span>,
        content: <Panel {...props} />,
      }))}
    />
  );
};
