import type { SynchronizationReport } from '@tandem/core';

import { changesIn, partsOf } from '../../model/folder-plan.js';
import { useFolderCalls, useFolderPlan } from '../../state/use-folder.js';
import { FolderConflictChoice } from './folder-conflict.js';
import { MergeDriver } from './merge-driver.js';

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

const Warnings = ({ plan: { invalid, withheld, warnings } }: { readonly plan: Plan }) => {
  const lines = [
    ...invalid.map(({ path, line, column, message }) => `${path}:${line}:${column}: ${message}`),
    ...withheld.map(({ path, field, secret }) => `${path}: ${field} holds the value of the secret ${secret}`),
    ...warnings.map(({ message, path }) => (path === undefined ? message : `${path}: ${message}`)),
  ];
  return lines.length === 0 ? null : (
    <ul className="diagnostics" aria-label="Warnings">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
};

/** What a synchronization with the folder would do, file for file, and the conflicts that wait for a choice. */
export const FolderPanel = () => {
  const plan = useFolderPlan();
  const { problem, isBusy, look, synchronize, resolve } = useFolderCalls();
  if (plan === undefined) return <div className="empty quiet">Reading the folder …</div>;
  const isClean = changesIn(plan) === 0 && plan.conflicts.length === 0;
  return (
    <section className="screen" aria-label="Folder" aria-busy={isBusy}>
      <h1>Folder</h1>
      <p className="selectable">{plan.path}</p>
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={isBusy || isClean}
          onClick={() => synchronize({})}
        >
          Synchronize
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => void look()}>
          Refresh
        </button>
        {plan.warnings.some(({ code }) => code === 'massDeletion') && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => synchronize({ confirmDeletions: true })}
          >
            Delete items whose file was deleted
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {isClean && (
        <p className="quiet">The files and the workspace are in sync ({plan.unchanged} in total).</p>
      )}
      {plan.conflicts.map((conflict) => (
        <FolderConflictChoice
          key={`${conflict.id} ${conflict.field}`}
          conflict={conflict}
          onChoose={resolve}
        />
      ))}
      <Warnings plan={plan} />
      <Files plan={plan} />
      <MergeDriver />
    </section>
  );
};
