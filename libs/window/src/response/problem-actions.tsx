import { type ExecutionFault, type ExecutionId, type Origins } from '@tandem/core';
import type { ReactNode } from 'react';

import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { useFolders } from '../folders/use-folders.js';
import { useSentRequest } from '../history/use-history.js';
import { Button } from '../kit/index.js';
import { getKindView, getRequestKind, type RequestId } from '../requests/saved-request.js';
import { useRequests } from '../requests/requests.js';
import { lookUp } from '../requests/url/resolve-url.js';
import { CreateVariable } from '../requests/variables/create-variable.js';
import { useNames } from '../requests/variables/use-names.js';
import { focusWhenVisible, selectUrl } from '../shell/focus.js';
import { useOpenSetting } from '../shell/open-setting.js';
import { useShow } from '../shell/page.js';
import { useWorkspace } from '../shell/workspace-stores.js';
import { AllowScriptSending } from '../trust/script-sending.js';
import type { ProblemAction } from './fault-advice.js';
import {
  canCreate,
  findEnvironmentsWith,
  listUnresolvedNames,
  readDetail,
  readNameOf,
  readNames,
} from './name-actions.js';
import { AllowSecretHost, BindSecret, SetSecret } from './secret-actions.js';
import '../style/problems.css';

/** An error or a warning of an execution. */
export interface Problem {
  /** The request that was executed. */
  readonly id: RequestId;
  /** The id of the execution; absent for a preview, which contains its origins itself. */
  readonly executionId?: ExecutionId;
  readonly origins?: Origins;
  /** The URL to which the request was sent. */
  readonly url: string;
  readonly code: string;
  /** The details of an error. */
  readonly details?: ExecutionFault['details'];
  /** The location that a warning refers to. */
  readonly where?: string;
  /** Called before another part of the window is shown. */
  readonly onLeave?: () => void;
}

interface Props {
  readonly problem: Problem;
}

/** A button that shows another part of the window. */
const LeaveButton = ({
  problem: { onLeave },
  words,
  onClick,
}: Props & { readonly words: string; readonly onClick: () => void }) => (
  <Button
    isSmall
    onClick={() => {
      onLeave?.();
      onClick();
    }}
  >
    {words}
  </Button>
);

const SendAgain = ({ problem }: Props) => {
  const { runner } = useWorkspace();
  return <LeaveButton problem={problem} words="Send again" onClick={() => runner.start(problem.id)} />;
};

/** Maximum number of missing variables that can be created beside an error. */
const maxCreated = 4;

const NameActions = ({ problem, names }: Props & { readonly names: readonly string[] }) => {
  const known = useNames();
  const { environments, activate } = useEnvironmentChoice();
  const open = useOpenSetting();
  const { environment } = known;
  const missing = names.filter((name) => canCreate(name) && lookUp(name, known) === undefined);
  if (missing.length === 0) return names.length > 0 && <SendAgain problem={problem} />;
  return (
    <>
      {findEnvironmentsWith(missing, environments).map(({ id, name }) => (
        <Button key={id} isSmall onClick={() => activate(id)}>
          Use environment {name}
        </Button>
      ))}
      {environment === undefined ? (
        <LeaveButton problem={problem} words="Open Environments" onClick={() => open('environments', {})} />
      ) : (
        missing
          .slice(0, maxCreated)
          .map((name) => <CreateVariable key={name} name={name} environment={environment} />)
      )}
    </>
  );
};

/** The actions for names without a value in a stored sent request. */
const StoredNameActions = ({ problem, executionId }: Props & { readonly executionId: ExecutionId }) => {
  const origins = useSentRequest(executionId)?.origins;
  return origins ? <NameActions problem={problem} names={listUnresolvedNames(origins)} /> : null;
};

/** The actions for names without a value. An error lists the names; for a warning, they are found in the request. */
const VariableActions = ({ problem }: Props) => {
  const { details, origins, executionId } = problem;
  const names = readNames(details);
  if (names.length > 0) return <NameActions problem={problem} names={names} />;
  if (origins) return <NameActions problem={problem} names={listUnresolvedNames(origins)} />;
  return executionId && <StoredNameActions problem={problem} executionId={executionId} />;
};

/** Opens the dependency that failed, or the list of dependencies if it is not a request. */
const OpenDependency = ({ problem }: Props) => {
  const { id, details } = problem;
  const { requests } = useRequests();
  const show = useShow();
  const open = useOpenSetting();
  const found = requests.find((one) => one.id === readDetail(details, 'id'));
  return found === undefined ? (
    <LeaveButton
      problem={problem}
      words="Open its dependencies"
      onClick={() => open(id, { part: 'settings', label: 'Runs first' })}
    />
  ) : (
    <LeaveButton problem={problem} words={`Open ${found.name}`} onClick={() => show(found.id)} />
  );
};

/** The name of the workspace's script in messages. */
const workspaceScript = 'collection.js';
const folderScript = '/folder.js';

/** Opens the script of the request, or the script of the folder or workspace that the error names. */
const OpenScript = ({ problem }: Props) => {
  const { id, details } = problem;
  const folders = useFolders();
  const open = useOpenSetting();
  const file = readDetail(details, 'script');
  const folder = folders.find(({ path }) => path + folderScript === file);
  const tab = file === workspaceScript ? 'workspace' : (folder?.id ?? id);
  return (
    <LeaveButton problem={problem} words="Open the script" onClick={() => open(tab, { part: 'script' })} />
  );
};

/** Returns the part of a request that an action opens. Requests without parameters have one part for all of their content. */
const adaptPart = (
  id: RequestId,
  action: Extract<ProblemAction, { readonly kind: 'part' }>,
): Pick<typeof action, 'part' | 'button' | 'field'> => {
  const { hasParams, contentName } = getKindView(getRequestKind({ id }));
  return !hasParams && ['params', 'body'].includes(action.part)
    ? { part: 'body', button: `Open the ${contentName}` }
    : action;
};

const OpenPart = ({
  problem,
  action,
}: Props & { readonly action: Extract<ProblemAction, { readonly kind: 'part' }> }) => {
  const open = useOpenSetting();
  const { part, button, field } = adaptPart(problem.id, action);
  return (
    <LeaveButton problem={problem} words={button} onClick={() => open(problem.id, { part, label: field })} />
  );
};

const OpenScreen = ({
  problem,
  action: { screen, part, button, field },
}: Props & { readonly action: Extract<ProblemAction, { readonly kind: 'screen' }> }) => {
  const open = useOpenSetting();
  return (
    <LeaveButton problem={problem} words={button} onClick={() => open(screen, { part, label: field })} />
  );
};

const findMethod = (): HTMLElement | null =>
  document.querySelector('#shown-tab [role=combobox][aria-label="Method"]');

const ActionButton = ({ problem, action }: Props & { readonly action: ProblemAction }) => {
  const { id, url, details, where = '', onLeave } = problem;
  const open = useOpenSetting();
  switch (action.kind) {
    case 'part':
      return <OpenPart problem={problem} action={action} />;
    case 'screen':
      return <OpenScreen problem={problem} action={action} />;
    case 'method':
      return (
        <LeaveButton problem={problem} words="Edit the method" onClick={() => focusWhenVisible(findMethod)} />
      );
    case 'url':
      return <LeaveButton problem={problem} words="Edit the URL" onClick={() => selectUrl(id)} />;
    case 'sendAgain':
      return <SendAgain problem={problem} />;
    case 'variables':
      return <VariableActions problem={problem} />;
    case 'secretValue':
      return <SetSecret name={readDetail(details, 'name') ?? readNameOf(where)} onLeave={onLeave} />;
    case 'secretHost':
      return <AllowSecretHost details={details} />;
    case 'unboundSecret':
      return <BindSecret name={readNameOf(where)} url={url} />;
    case 'dependency':
      return <OpenDependency problem={problem} />;
    case 'scriptSending':
      return (
        <AllowScriptSending
          onReview={() => {
            onLeave?.();
            open('trust', { label: 'What scripts may do' });
          }}
        />
      );
    case 'script':
      return <OpenScript problem={problem} />;
  }
};

/** Shows the actions for an error or a warning as buttons. */
export const ProblemActions = ({
  problem,
  actions,
  children,
}: Props & {
  readonly actions: readonly ProblemAction[];
  /** An action that comes first. */
  readonly children?: ReactNode;
}) =>
  actions.length === 0 && children === undefined ? null : (
    <div className="problem-actions">
      {children}
      {actions.map((action, index) => (
        <ActionButton key={index} problem={problem} action={action} />
      ))}
    </div>
  );
