import type { SynchronizationReport, FolderConflict } from '@tandem/core';
import type { ResolveConflictArguments } from '@tandem/rpc/client';
import { GitBranch, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';

import { Badge, Button, CopyButton, CodeDiff } from '../kit/index.js';
import {
  countPlanChanges,
  describeFolderState,
  listPlanParts,
  formatEditableValue,
  formatComparableValue,
  parseConflictValue,
} from './folder-plan.js';
import { useFolderCalls, useFolderPlan, useMergeDriver, useTypedValue } from './use-folder.js';
import { Warnings } from '../response/messages.js';
import { useChangePreferences, usePreference } from '../settings/preferences.js';
import { formatActor } from '../activity/activity.js';
import { getFieldTitle } from '../activity/entry-words.js';
import { useLive } from '../activity/use-activity.js';
import { useShow } from '../shell/page.js';
import type { Screen } from '../shell/screens.js';
import '../style/folder.css';

interface Props {
  readonly conflict: FolderConflict;
  readonly onChoose: (choice: ResolveConflictArguments) => void;
}

/** The name of the caller who last changed the item in the app, if it is known. */
const useLastAppEditor = (id: string): string => {
  const activities = useLive((live) => live.activities);
  const last = activities.find(({ change }) => change.id === id && change.op === 'updated');
  if (last === undefined) return 'In the app';
  const time = new Date(last.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return `${formatActor(last.change)}, in the app at ${time}`;
};

const ValueEditor = ({ conflict, onChoose }: Props) => {
  const { id, field, ours } = conflict;
  const { typed, setTyped } = useTypedValue(conflict);
  const text = typed ?? formatEditableValue(ours);
  const read = parseConflictValue(text, ours);
  return (
    <div className="stack">
      <textarea
        className="code bulk"
        aria-label={`Another value for ${field}`}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
      />
      <div className="row">
        <Button
          isSmall
          disabled={read === undefined}
          onClick={() => {
            if (read) onChoose({ id, field, take: 'value', value: read.value });
          }}
        >
          Use this
        </Button>
      </div>
    </div>
  );
};

/** Describes an item that was deleted on one side and changed on the other. */
const DeletedItem = ({ ours, path }: { readonly ours: unknown; readonly path: string }) => (
  <p>
    {ours === null || ours === undefined
      ? `Deleted in the app, but ${path} was changed.`
      : `Changed in the app, but its file ${path} was deleted.`}
  </p>
);

/** Shows a field that has different values in the app and in its file: the difference as text, and a choice. */
const FolderConflictChoice = ({ conflict, onChoose }: Props) => {
  const { id, field, path, ours, theirs } = conflict;
  const editor = useLastAppEditor(id);
  const [isEdited, setIsEdited] = useState(false);
  const isWhole = field === '*';
  return (
    <section className="conflicts folder-conflict" aria-label={`Conflict in ${path}`}>
      <p>
        <strong>{isWhole ? 'The whole item' : getFieldTitle(field)}</strong> in <code>{path}</code> was
        changed on both sides.
      </p>
      {isWhole ? (
        <DeletedItem ours={ours} path={path} />
      ) : (
        <>
          <p className="diff-legend">
            <span data-mark="removed">− {editor}</span>
            <span data-mark="added">+ In the file {path}</span>
          </p>
          <div className="text-diff">
            <CodeDiff
              label={`Difference of ${field}`}
              before={formatComparableValue(ours)}
              after={formatComparableValue(theirs)}
            />
          </div>
        </>
      )}
      <div className="row">
        <Button isSmall onClick={() => onChoose({ id, field, take: 'ours' })}>
          Keep the app's version
        </Button>
        <Button isSmall onClick={() => onChoose({ id, field, take: 'theirs' })}>
          Take the file's version
        </Button>
        {!isWhole && (
          <Button isSmall variant="quiet" aria-expanded={isEdited} onClick={() => setIsEdited(!isEdited)}>
            Enter another value
          </Button>
        )}
      </div>
      {isEdited && <ValueEditor conflict={conflict} onChoose={onChoose} />}
    </section>
  );
};

/** Shows how git merges the files of the folder, with a button that sets up the merge driver. */
const MergeDriver = () => {
  const { status, problem, isBusy, install } = useMergeDriver();
  const show = useShow();
  if (status === undefined || status.repository === null) return null;
  return (
    <section className="stack" aria-label="Git">
      <h2>Git</h2>
      <div className="row">
        <Button icon={GitBranch} onClick={() => show('git')}>
          Changes since the last commit
        </Button>
      </div>
      {status.isSetUp ? (
        <p className="quiet">This clone merges the files field by field.</p>
      ) : (
        <p>
          This clone merges the files line by line, so changes to neighbouring fields conflict. The merge
          driver merges them field by field.
        </p>
      )}
      {status.reason !== null && <p className="quiet">{status.reason}</p>}
      {!status.isSetUp && status.reason === null && (
        <div className="row">
          <button
            type="button"
            className="button"
            title="Adds lines to .gitattributes and to the configuration of this clone"
            disabled={isBusy}
            onClick={() => void install()}
          >
            Set up the merge driver
          </button>
        </div>
      )}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
};

/** Selects what is synchronized automatically. Both directions are on by default. */
const FolderSettings = ({ onChange }: { readonly onChange: () => void }) => {
  const prefer = useChangePreferences();
  const savesFolder = usePreference((preferences) => preferences.savesFolder ?? true);
  const watchesFolder = usePreference((preferences) => preferences.watchesFolder ?? true);
  return (
    <fieldset className="folder-settings">
      <legend className="spoken">Automatic</legend>
      <label className="row">
        <input
          type="checkbox"
          checked={savesFolder}
          onChange={({ target }) => {
            prefer({ savesFolder: target.checked });
            onChange();
          }}
        />
        Save changes to the folder automatically
      </label>
      <label className="row">
        <input
          type="checkbox"
          checked={watchesFolder}
          onChange={({ target }) => {
            prefer({ watchesFolder: target.checked });
            onChange();
          }}
        />
        Reload changed files automatically
      </label>
    </fieldset>
  );
};

/** A link to the scripts and connection settings of the folder that wait for approval. */
const TrustLink = () => {
  const show = useShow();
  return (
    <p className="quiet">
      New scripts and connections that come with the folder wait for you.
      <button type="button" className="link" onClick={() => show('trust' satisfies Screen)}>
        Open Trust
      </button>
    </p>
  );
};

type Plan = SynchronizationReport;

const Files = ({ plan }: { readonly plan: Plan }) =>
  listPlanParts(plan).map(({ title, paths }) => (
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

/** Warnings about what a person decides under Trust. */
const trustCodes: ReadonlySet<string> = new Set(['connectionWaits', 'guardWaits', 'hostsWait']);

const PlanWarnings = ({ plan: { invalid, withheld, warnings } }: { readonly plan: Plan }) => {
  const show = useShow();
  return (
    <>
      <Warnings
        lines={[
          ...invalid.map(({ path, line, column, message }) => `${path}:${line}:${column}: ${message}`),
          ...withheld.map(
            ({ path, field, secret }) => `${path}: ${field} holds the value of the secret ${secret}`,
          ),
          ...warnings.map(({ message, path }) => (path === undefined ? message : `${path}: ${message}`)),
        ]}
      />
      {warnings.some(({ code }) => trustCodes.has(code)) && (
        <div className="row">
          <Button icon={ShieldQuestion} onClick={() => show('trust')}>
            Decide in Trust
          </Button>
        </div>
      )}
    </>
  );
};

/** Explains the kind of the folder, and shows its path. */
const FolderExplanation = ({ path }: { readonly path: string }) => (
  <>
    <p>
      This folder holds the workspace as text files that you can read, edit, commit to git and share. Tandem
      saves your changes to it and reloads changed files. It never contains the values of secrets.
    </p>
    <p className="row">
      <code className="selectable">{path}</code>
      <CopyButton what="the path of the folder" text={path} />
    </p>
  </>
);

/** Shows what a synchronization with the folder would do, file by file, and the conflicts to resolve. */
export const FolderPanel = () => {
  const plan = useFolderPlan();
  const { problem, isBusy, look, synchronize, resolve } = useFolderCalls();
  if (plan === undefined) return <div className="empty quiet">Reading the folder …</div>;
  const isClean = countPlanChanges(plan) === 0 && plan.conflicts.length === 0;
  return (
    <section className="screen" aria-label="Folder" aria-busy={isBusy}>
      <h1>Folder</h1>
      <FolderExplanation path={plan.path} />
      <div className="row">
        <Badge tone={plan.conflicts.length + plan.invalid.length > 0 ? 'bad' : isClean ? 'good' : 'accent'}>
          {describeFolderState(plan)}
        </Badge>
        <span className="quiet">
          {plan.unchanged} {plan.unchanged === 1 ? 'file is' : 'files are'} up to date
        </span>
      </div>
      <FolderSettings onChange={() => void look()} />
      <TrustLink />
      <div className="row">
        <Button
          variant="primary"
          disabled={isBusy || countPlanChanges(plan) === 0}
          onClick={() => synchronize({})}
        >
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
      {plan.conflicts.map((one) => (
        <FolderConflictChoice key={`${one.id} ${one.field}`} conflict={one} onChoose={resolve} />
      ))}
      <PlanWarnings plan={plan} />
      <Files plan={plan} />
      <MergeDriver />
    </section>
  );
};
