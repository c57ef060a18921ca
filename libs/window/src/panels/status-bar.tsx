import { useQueryClient } from '@tanstack/react-query';

import type { LinkState } from '../link/link.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { folderWord } from '../model/folder-plan.js';
import { useFolderPlan, useFolderWatch } from '../state/use-folder.js';
import { useEnvironments } from '../state/use-names.js';
import { useStatus } from '../state/use-status.js';
import { CopyAddress } from '../kit/index.js';

const words = {
  open: 'Connected',
  connecting: 'Connecting',
  lost: 'Not connected',
  refused: 'Not open',
} as const;

const Connection = ({ kind }: Pick<LinkState, 'kind'>) => (
  <span className={`connection ${kind === 'open' ? 'good' : 'bad'}`}>
    <span className="words">{words[kind]}</span>
  </span>
);

const EnvironmentChoice = () => {
  const link = useLink();
  const queries = useQueryClient();
  const environments = useEnvironments().data?.environments ?? [];
  const active = environments.find((one) => one.active);
  const activate = (id: string): void => {
    link
      .call('environments_activate', { id })
      .then(
        () => queries.invalidateQueries({ queryKey: ['environments'] }),
        () => queries.invalidateQueries({ queryKey: ['environments'] }),
      )
      .catch(() => undefined);
  };
  return (
    <label className="fact choice">
      <span className="label">Environment</span>
      <select
        aria-label="Active environment"
        value={active?.id ?? ''}
        onChange={({ target }) => {
          activate(target.value);
        }}
      >
        {active === undefined && <option value="">none</option>}
        {environments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

const FolderState = () => {
  const plan = useFolderPlan();
  useFolderWatch();
  return (
    plan && (
      <span className="fact">
        <span className="label">Folder</span>
        <span className={plan.conflicts.length > 0 ? 'bad' : ''}>{folderWord(plan)}</span>
      </span>
    )
  );
};

/** The line at the bottom: connection, addresses, workspace, environment, version. */
export const StatusBar = () => {
  const { kind } = useLinkState();
  const status = useStatus();
  return (
    <footer className="status" aria-label="Status">
      <Connection kind={kind} />
      {status && (
        <>
          <CopyAddress name="MCP" url={status.mcp} />
          <CopyAddress name="Echo" url={status.echo} />
          <span className="spring" />
          <span className="fact workspace-fact" title={status.workspace?.path}>
            <span className="label">Workspace</span>
            <span>{status.workspace?.name ?? 'none'}</span>
          </span>
          <FolderState />
          <EnvironmentChoice />
          <span className="quiet">Tandem {status.version}</span>
        </>
      )}
    </footer>
  );
};
