import { type Folder, hasForeignScripts, getFolderName, getParentFolder } from '@tandem/core';
import { useMemo } from 'react';

import { Button, Tabs, Choice, CodeEditor } from '../kit/index.js';
import type { UnfinishedTexts, Part } from '../requests/drafts/draft.js';
import { noOwnValues, useFolderContent, useInheritance, useShowFolder } from './use-folders.js';
import { EditedItemContext } from '../requests/drafts/use-drafts.js';
import { useSelectedPart } from '../shell/panel-state.js';
import type { FolderEdits } from './folder-edits.js';
import { useShow } from '../shell/page.js';
import { useFolderEditing } from './use-folder-editing.js';
import { useStatus } from '../link/use-link.js';
import { AuthEditor } from '../requests/auth/auth-editor.js';
import { ConflictList } from '../requests/draft-notices.js';
import { HeadersEditor } from '../requests/url/headers-editor.js';
import { formatEnabledCount, formatDot } from '../requests/kind-editors.js';
import { SettingsEditor } from '../requests/settings-editor.js';
import { VariableHelpProvider } from '../requests/variables/variable-help.js';
import { VariablesEditor } from '../requests/variables/variables-editor.js';
import { Problem } from '../shell/notices/notice.js';
import { ConnectionsEditor } from './connections-editor.js';
import { FolderOrderChoice } from './folder-order.js';
import { InheritedAuth, InheritedScripts } from './inherited-view.js';
import { ForeignScripts } from './foreign-scripts.js';
import { useWantedCursor } from '../response/go-to-script.js';
import { ScriptSendingChoice } from '../trust/script-sending.js';

interface FolderScriptProps {
  readonly folder: Folder;
  readonly edit: (edits: FolderEdits) => void;
}

const isRoot = ({ path }: Folder): boolean => path === '';

const getTabKey = (folder: Folder): string => (isRoot(folder) ? 'workspace' : folder.id);

const startingScript = `export function onRequest(req) {
  req.headers.set('x-request-id', crypto.randomUUID());
}
`;

const scriptFlowLabels = {
  sandwich: 'From the request outwards',
  sequential: 'From the workspace inwards',
} as const;

/** Chooses the order in which scripts run after a response. It is a setting of the workspace. */
const ScriptFlowChoice = ({ folder: { connections }, edit }: FolderScriptProps) => (
  <Choice
    name="onResponse and onTest"
    value={connections.scriptFlow ?? 'sandwich'}
    words={scriptFlowLabels}
    onChange={(scriptFlow) => edit({ connections: { ...connections, scriptFlow } })}
  />
);

/** Edits the script of a folder or the workspace, and says when it runs. */
const Script = ({ folder, edit }: FolderScriptProps) => {
  const wanted = useWantedCursor(getTabKey(folder));
  return (
    <div className="stack fill">
      {isRoot(folder) ? (
        <>
          <ScriptFlowChoice folder={folder} edit={edit} />
          <ScriptSendingChoice />
        </>
      ) : (
        <InheritedScripts folder={getParentFolder(folder.path)} />
      )}
      <ForeignScripts foreign={folder.foreign} wanted={wanted} onChange={(foreign) => edit({ foreign })} />
      {folder.script === '' && (
        <p className="quiet">
          Its handlers wrap those of the requests in this folder: onRequest runs before theirs, onResponse and
          onTest in the order set for the workspace.{' '}
          <button type="button" className="link" onClick={() => edit({ script: startingScript })}>
            Start with a header
          </button>
        </p>
      )}
      <CodeEditor
        label="Script"
        language="javascript"
        script="tandem"
        value={folder.script}
        cursor={wanted.find('Script', folder.script)}
        onCursor={wanted.onFound}
        onChange={(script) => edit({ script })}
      />
    </div>
  );
};

interface TabProps {
  readonly folder: Folder;
  readonly edit: (edits: FolderEdits) => void;
  readonly type: (part: Part, text: string) => void;
  readonly unfinished: UnfinishedTexts;
  readonly save: () => Promise<void>;
}

const Headers = ({ folder, edit }: TabProps) => (
  <HeadersEditor
    folder={isRoot(folder) ? null : getParentFolder(folder.path)}
    own={{ ...noOwnValues, headers: folder.headers }}
    rows={folder.headers}
    onChange={(headers) => edit({ headers: [...headers] })}
  />
);

const Auth = ({ folder, edit, save }: TabProps) => (
  <AuthEditor
    id={folder.id}
    auth={folder.auth}
    inherited={
      isRoot(folder) ? (
        <p className="quiet">
          The workspace is the outermost level, so requests that inherit their auth have none.
        </p>
      ) : (
        <InheritedAuth folder={getParentFolder(folder.path)} />
      )
    }
    onChange={(auth) => edit({ auth })}
    save={save}
  />
);

const Variables = ({ folder, edit }: TabProps) => (
  <VariablesEditor
    folder={isRoot(folder) ? null : getParentFolder(folder.path)}
    rows={folder.variables}
    onChange={(variables) => edit({ variables: [...variables] })}
  />
);

const noSettings = {} as const;

const Settings = ({ folder, edit, type, unfinished, save }: TabProps) => {
  const around = useInheritance(getParentFolder(folder.path)).settings;
  return (
    <div className="stack">
      <FolderOrderChoice folder={folder} save={save} />
      <SettingsEditor
        settings={folder.settings}
        inherited={isRoot(folder) ? noSettings : around}
        isOutermost={isRoot(folder)}
        unfinished={unfinished}
        onChange={(settings) => edit({ settings })}
        onType={type}
        wanted={undefined}
        onBlockerShown={() => undefined}
      />
    </div>
  );
};

const Notes = ({ folder, edit }: TabProps) => (
  <textarea
    className="notes"
    aria-label="Notes"
    placeholder="What the requests in here are for (Markdown)"
    value={folder.description}
    onChange={({ target }) => edit({ description: target.value })}
  />
);

const Connections = ({ folder, edit }: TabProps) => (
  <ConnectionsEditor connections={folder.connections} onChange={(connections) => edit({ connections })} />
);

const listTabs = ({
  path,
  headers,
  auth,
  variables,
  script,
  foreign,
  settings,
  connections,
  description,
}: Folder) => [
  { key: 'headers', title: 'Headers', note: formatEnabledCount(headers), Panel: Headers },
  { key: 'auth', title: 'Auth', note: formatDot(auth.type !== 'inherit'), Panel: Auth },
  { key: 'variables', title: 'Variables', note: formatEnabledCount(variables), Panel: Variables },
  {
    key: 'script',
    title: 'Script',
    note: formatDot(script !== '' || hasForeignScripts(foreign)),
    Panel: Script,
  },
  { key: 'settings', title: 'Settings', note: formatDot(Object.keys(settings).length > 0), Panel: Settings },
  ...(path === ''
    ? [
        {
          key: 'connections',
          title: 'Connections',
          note: formatDot(
            connections.ca.length + connections.clientCertificates.length > 0 ||
              connections.proxy !== undefined ||
              connections.sessionCookies === 'restart',
          ),
          Panel: Connections,
        },
      ]
    : []),
  { key: 'notes', title: 'Notes', note: formatDot(description !== ''), Panel: Notes },
];

const SaveStatus = ({
  isSaved,
  problem,
}: {
  readonly isSaved: boolean;
  readonly problem: string | undefined;
}) => (
  <span className="saved quiet" role="status">
    {problem === undefined ? (
      isSaved ? (
        'Saved'
      ) : (
        'Saving …'
      )
    ) : (
      <span className="bad">Not saved: {problem}</span>
    )}
  </span>
);

const Editor = ({ stored, name }: { readonly stored: Folder; readonly name: string }) => {
  const editing = useFolderEditing(stored);
  const { folder, edit, type, unfinished, flush, isSaved, problem, conflicts, choose: chooseSide } = editing;
  const [chosen, choose] = useSelectedPart(`${getTabKey(folder)} tab`, () => 'headers');
  const show = useShow();
  const showFolder = useShowFolder();
  const parent = getParentFolder(folder.path);
  const edited = useMemo(() => ({ folder: folder.path, requestVariables: [] }), [folder.path]);
  return (
    <EditedItemContext value={edited}>
      <VariableHelpProvider onEnvironments={() => show('environments')} onFolder={showFolder}>
        <section className="request-panel folder-tab" aria-label={`Settings of ${name}`}>
          <header className="request-header">
            <div className="title">
              {parent !== '' && <span className="breadcrumb quiet">{parent.replaceAll('/', ' / ')} /</span>}
              <h1>{name}</h1>
              <SaveStatus
                isSaved={isSaved}
                problem={conflicts.length > 0 ? 'resolve the conflict' : problem}
              />
            </div>
            <p className="quiet">
              {isRoot(folder)
                ? 'All requests in the workspace inherit these settings.'
                : 'The requests in this folder inherit these settings.'}
            </p>
          </header>
          {conflicts.length > 0 && (
            <ConflictList id={folder.id} conflicts={conflicts} onChoose={chooseSide} />
          )}
          <div className="editor">
            <Tabs
              className="tabs"
              label="Folder"
              value={chosen}
              onChange={choose}
              tabs={listTabs(folder).map(({ key, title, note, Panel }) => ({
                key,
                title,
                mark: note !== '' && <span className="count">{note}</span>,
                content: (
                  <Panel folder={folder} edit={edit} type={type} unfinished={unfinished} save={flush} />
                ),
              }))}
            />
          </div>
        </section>
      </VariableHelpProvider>
    </EditedItemContext>
  );
};

/** Edits the settings that the requests in a folder inherit. */
export const FolderEditor = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { folder: stored, error } = useFolderContent(id);
  if (error)
    return (
      <div className="screen">
        <Problem error={error} />
        <div>
          <Button onClick={onClose}>Close the tab</Button>
        </div>
      </div>
    );
  if (stored === undefined) return <div className="empty quiet">Loading …</div>;
  return <Editor stored={stored} name={getFolderName(stored.path)} />;
};

/** Edits the settings that all requests of the workspace inherit. */
export const WorkspaceEditor = () => {
  const { folder: stored, error } = useFolderContent('');
  const name = useStatus()?.workspace?.name ?? 'Workspace';
  if (error) return <Problem error={error} />;
  if (stored === undefined) return <div className="empty quiet">Loading …</div>;
  return <Editor key={stored.id} stored={stored} name={name} />;
};
