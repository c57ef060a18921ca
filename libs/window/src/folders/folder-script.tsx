import { type Folder, getParentFolder } from '@tandem/core';

import { Choice, CodeEditor } from '../kit/index.js';
import type { FolderEdits } from './folder-saver.js';
import { ForeignScripts } from './foreign-scripts.js';
import { useScriptSending } from '../trust/use-agreements.js';
import { InheritedScripts } from './inherited-view.js';

interface Props {
  readonly folder: Folder;
  readonly edit: (edits: FolderEdits) => void;
}

const isRoot = ({ path }: Folder): boolean => path === '';

const startingScript = `export function onRequest(req) {
  req.headers.set('x-request-id', crypto.randomUUID());
}
`;

const flows = { sandwich: 'From the request outwards', sequential: 'From the workspace inwards' } as const;

/** The order of all scripts after a response, which only the workspace sets. */
const Flow = ({ folder: { connections }, edit }: Props) => (
  <Choice
    name="onResponse and onTest"
    value={connections.scriptFlow ?? 'sandwich'}
    words={flows}
    onChange={(scriptFlow) => edit({ connections: { ...connections, scriptFlow } })}
  />
);

const permissions = { waiting: 'Ask', allowed: 'Allowed', refused: 'Refused' } as const;

/** Whether workspace scripts may send requests; stored here and in no file. */
const ScriptSendingChoice = () => {
  const { sending, decide } = useScriptSending();
  if (sending === undefined) return null;
  const { waiting, ...decided } = permissions;
  return (
    <Choice
      name="Requests of scripts"
      value={sending.decision}
      words={sending.decision === 'waiting' ? { waiting, ...decided } : (decided as typeof permissions)}
      onChange={(decision) => {
        if (decision !== 'waiting') void decide(decision === 'allowed');
      }}
    />
  );
};

/** The script of a folder or the workspace, and when it runs. */
export const FolderScript = ({ folder, edit }: Props) => (
  <div className="stack fill">
    {isRoot(folder) ? (
      <>
        <Flow folder={folder} edit={edit} />
        <ScriptSendingChoice />
      </>
    ) : (
      <InheritedScripts folder={getParentFolder(folder.path)} />
    )}
    <ForeignScripts foreign={folder.foreign} onChange={(foreign) => edit({ foreign })} />
    {folder.script === '' && (
      <p className="quiet">
        Its handlers run around those of the requests in here: onRequest before them, onResponse and onTest in
        the order of the workspace.{' '}
        <button type="button" className="link" onClick={() => edit({ script: startingScript })}>
          Start with a header
        </button>
      </p>
    )}
    <CodeEditor
      label="Script"
      language="javascript"
      isScript
      value={folder.script}
      onChange={(script) => edit({ script })}
    />
  </div>
);
