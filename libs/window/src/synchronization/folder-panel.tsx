import type { SynchronizationReport } from '@tandem/core';

import { Badge, Button, CopyButton } from '../kit/index.js';
import { changesIn, folderWord, partsOf } from './folder-plan.js';
import { useFolderCalls, useFolderPlan } from './use-folder.js';
import { FolderConflictChoice } from './folder-conflict.js';
import { FolderSettings } from './folder-settings.js';
import { MergeDriver } from './merge-driver.js';
import { PendingConnections } from '../trust/waiting-connections.js';
import { NewScripts } from '../trust/new-scripts.js';
import { Warnings } from '../response/warnings.js';

type Plan = SynchronizationReport;

const Files = ({ plan }: { readonly plan: Plan }) =>
  partsOf(plan).map(({ title, paths }) => (
    <section key={title} className="stack" aria-label={title}>
      <h2>
        {title} <span className="count">{paths.length}</span>
      </h2>
      <ul className="paths">
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </section>
  ));

const PlanWarnings = ({ plan: { invalid, withheld, warnings } }: { readonly plan: Plan }) => (
  <Warnings
    lines={[
      ...invalid.map(({ path, line, column, message }) => `${path}:${line}:${column}: ${message}`),
      ...withheld.map(
        ({ path, field, secret }) => `${path}: ${field} holds the value of the secret ${secret}`,
      ),
      ...warnings.map(({ message, path }) => (path === undefined ? message : `${path}: ${message}`)),
    ]}
  />
);

/** What the folder is, and where. */
const FolderExplanation = ({ path }: { readonly path: string }) => (
  <>
    <p>
      This folder holds the workspace as text files that you can read, edit, commit to git and share. Tandem
      saves your changes to it and takes in changed files. It never contains the values of secrets.
    </p>
    <p className="row">
      <code className="selectable">{path}</code>
      <CopyButton what="the path of the folder" text={path} />
    </p>
  </>
);

/** What a synchronization with the folder would do, file for file, and the conflicts that wait for a choice. */
export const FolderPanel = () => {
  const plan = useFolderPlan();
  const { problem, isBusy, look, synchronize, resolve } = useFolderCalls();
  if (plan === undefined) return <div className="empty quiet">Reading the folder …</div>;
  const isClean = changesIn(plan) === 0 && plan.conflicts.length === 0;
  return (
    <section className="screen" aria-label="Folder" aria-busy={isBusy}>
      <h1>Folder</h1>
      <FolderExplanation path={plan.path} />
      <div className="row">
        <Badge tone={plan.conflicts.length + plan.invalid.length > 0 ? 'bad' : isClean ? 'good' : 'accent'}>
          {folderWord(plan)}
        </Badge>
        <span className="quiet">
          {plan.unchanged} {plan.unchanged === 1 ? 'file is' : 'files are'} up to date
        </span>
      </div>
      <FolderSettings onChange={() => void look()} />
      <div className="row">
        <Button variant="primary" disabled={isBusy || changesIn(plan) === 0} onClick={() => synchronize({})}>
          Synchronize now
        </Button>
        <Button disabled={isBusy} onClick={() => void look()}>
          Refresh
        </Button>
        {plan.warnings.some(({ code }) => code === 'massDeletion') && (
          <Button disabled={isBusy} onClick={() => synchronize({ confirmDeletions: true })}>
            Delete items whose file was deleted
          </Button>
        )}
      </div>
      {plan.conflicts.length > 0 && (
        <p>
          Choose a version for each conflict below. Until then both versions are kept, and everything else is
          synchronized.
        </p>
      )}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {plan.conflicts.map((conflict) => (
        <FolderConflictChoice
          key={`${conflict.id} ${conflict.field}`}
          conflict={conflict}
          onChoose={resolve}
        />
      ))}
      <PendingConnections />
      <NewScripts />
      <PlanWarnings plan={plan} />
      <Files plan={plan} />
      <MergeDriver />
    </section>
  );
};
