import { useId, useState } from 'react';
import { deletedWorkspaceDays } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';

import { Button, Combobox, Dialog, Field, EmptyState } from '../kit/index.js';
import type { FolderNotice } from './found-folder.js';
import { queryKeys } from '../link/query-keys.js';
import { useLink } from '../link/use-link.js';
import { formatMoment } from '../response/outcome.js';
import { describeProblem } from '../link/problem-words.js';

/** A folder of `.bru` files, and the name of its collection. */
export interface BruFolder {
  readonly path: string;
  readonly name: string;
}

/**
 * The reason why the last answer was not carried out: an error, a notice that the person can confirm, or files that must be
 * converted first.
 */
export type Objection =
  { readonly problem: string } | { readonly finding: FolderNotice } | { readonly bru: BruFolder };

interface Props {
  readonly objection: Objection | undefined;
  readonly onAnswer: (text: string) => void;
  /** Called when the text changes, which hides the objection. */
  readonly onType: () => void;
  readonly onClose: () => void;
}

const getProblem = (objection: Objection | undefined): string | undefined =>
  objection && 'problem' in objection ? objection.problem : undefined;

const Buttons = ({
  form,
  act,
  isEmpty,
  onClose,
}: {
  readonly form: string;
  readonly act: string;
  readonly isEmpty: boolean;
  readonly onClose: () => void;
}) => (
  <>
    <Button onClick={onClose}>Cancel</Button>
    <Button variant="primary" type="submit" form={form} disabled={isEmpty}>
      {act}
    </Button>
  </>
);

/** Asks for the name of a new workspace. */
export const AskName = ({ objection, onAnswer, onType, onClose }: Props) => {
  const [text, setText] = useState('');
  const form = useId();
  return (
    <Dialog
      title="New workspace"
      size="small"
      onClose={onClose}
      actions={<Buttons form={form} act="Create" isEmpty={text.trim() === ''} onClose={onClose} />}
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer(text.trim());
        }}
      >
        <Field
          label="Name"
          value={text}
          error={getProblem(objection)}
          onChange={({ target }) => {
            setText(target.value);
            onType();
          }}
        />
      </form>
    </Dialog>
  );
};

/** Asks for a folder, which is a recent one or a path. Shows the folder's content before opening it. */
export const AskFolder = ({
  objection,
  recent,
  onAnswer,
  onType,
  onClose,
}: Props & { readonly recent: readonly { readonly name: string; readonly path: string }[] }) => {
  const [text, setText] = useState('');
  const form = useId();
  const finding = objection && 'finding' in objection ? objection.finding : undefined;
  const problem = getProblem(objection);
  return (
    <Dialog
      title="Open a folder"
      description="A workspace is kept in a folder, as files that you can commit."
      onClose={onClose}
      actions={
        <Buttons form={form} act={finding?.act ?? 'Open'} isEmpty={text.trim() === ''} onClose={onClose} />
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer(text.trim());
        }}
      >
        <label className="k-field">
          <span className="k-field-label">Full path of the folder</span>
          <Combobox
            label="Full path of the folder"
            placeholder="/home/me/shop"
            value={text}
            options={recent.map(({ name, path }) => ({ value: path, title: path, note: name }))}
            onChange={(path) => {
              setText(path);
              onType();
            }}
          />
        </label>
        {finding && <p role="status">{finding.words}</p>}
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
};

/** Lists deleted workspaces, each with a button that restores it. */
export const DeletedWorkspaces = ({ onClose }: { readonly onClose: () => void }) => {
  const link = useLink();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const { data, error } = useQuery({
    queryKey: queryKeys.deletedWorkspaces,
    queryFn: () => link.call('workspaces_deleted', {}),
    gcTime: 0,
    staleTime: 0,
  });
  const restore = async (id: string): Promise<void> => {
    await link.call('workspaces_restore', { id });
    void queries.invalidateQueries();
    onClose();
  };
  const why = problem ?? (error ? describeProblem(error) : undefined);
  const now = new Date();
  return (
    <Dialog
      title="Deleted workspaces"
      description={`A workspace can be restored for ${deletedWorkspaceDays} days, with its requests, environments and history.`}
      onClose={onClose}
    >
      {why !== undefined && (
        <p className="bad" role="alert">
          {why}
        </p>
      )}
      {data?.workspaces.length === 0 && (
        <EmptyState icon={Trash2} title="No deleted workspaces">
          A workspace that you delete is listed here.
        </EmptyState>
      )}
      <ul className="deleted-workspaces" aria-label="Deleted workspaces">
        {data?.workspaces.map(({ id, name, path, deletedAt, endsAt }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              <code className="quiet">{path}</code>
              <span className="quiet">
                Deleted {formatMoment(deletedAt, now)}, kept until {new Date(endsAt).toLocaleDateString()}
              </span>
            </span>
            <Button
              aria-label={`Restore ${name}`}
              onClick={() => {
                restore(id).catch((cause: unknown) => setProblem(describeProblem(cause)));
              }}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
