import type { Issue } from './codec/index.js';
import { formatReceivedValue } from './codec/index.js';
import type { TE } from './fp.js';
import { getPromptVariable } from './environments/prompt.js';
import type { PromptRefusal } from './ports/prompter.js';
import type { EntityNoun } from './requests/request-kind.js';
import {
  describeStorage,
  getStorageHint,
  type StorageProblem,
  type UnreadableRow,
} from './synchronization/storage-problem.js';
import type { Workspace } from './workspaces/workspace.js';

/** An environment variable that configures Tandem has an invalid value. The program that reads it prints the message and exits. */
export class SettingError extends Error {
  /** Tells it from a bug, as Node's own errors do. */
  readonly code = 'SETTING_INVALID';
}

/** Why a call was refused. Each client-facing library maps these kinds in one place. */
export type AppError =
  | { readonly kind: 'invalid-input'; readonly issues: readonly Issue[] }
  | { readonly kind: 'workspace-not-found'; readonly ref: string; readonly near: readonly string[] }
  | { readonly kind: 'workspace-ambiguous'; readonly ref: string; readonly matches: readonly Workspace[] }
  | { readonly kind: 'no-active-workspace' }
  | {
      readonly kind: 'not-found';
      readonly entity: EntityNoun;
      readonly ref: string;
      /** Similar names, if there are any. */
      readonly near?: readonly string[];
    }
  | {
      readonly kind: 'revision-conflict';
      readonly expected: number;
      readonly present: RevisedEntity;
      /** The changes since the caller read the entity; only set if the caller named no revision. */
      readonly since?: ChangedSince;
    }
  | {
      readonly kind: 'person-editing';
      /** The request that a person took over. */
      readonly id: string;
      readonly name: string;
      /** The fields that the change would set; empty for a deletion. */
      readonly fields: readonly string[];
      /** Whether the person denied it; otherwise the approval timed out. */
      readonly isDenied: boolean;
    }
  | {
      readonly kind: 'prompt-needed';
      /** The labels of the prompts without an answer. */
      readonly labels: readonly string[];
      readonly why: PromptRefusal;
    }
  | { readonly kind: 'folder-unusable'; readonly path: string; readonly reason: string }
  | { readonly kind: 'folder-changed'; readonly path: string }
  | { readonly kind: 'conflict-not-found'; readonly id: string; readonly field: string }
  /** The reason is one or more sentences for a person. */
  | { readonly kind: 'git-refused'; readonly reason: string }
  | { readonly kind: 'edit-without-match'; readonly index: number; readonly similar?: SimilarLine }
  | { readonly kind: 'ambiguous-edit'; readonly index: number; readonly lines: readonly number[] }
  | OperationFailed
  | StorageFailed;

/** A request, environment or folder with all its fields, for the caller whose change was refused. */
export interface RevisedEntity {
  readonly id: string;
  readonly revision: number;
}

/** The changes that others made to an entity since a session last read it. */
export interface ChangedSince {
  /** The fields of the refused update that have changed since then. */
  readonly fields: readonly {
    readonly name: string;
    readonly yours?: unknown;
    readonly theirs?: unknown;
    /** Set if the values are long and therefore cut. `size` is then the length of the longer one. */
    readonly truncated?: true;
    readonly size?: number;
  }[];
  /** The names of all changed fields. */
  readonly changed: readonly string[];
  readonly by?: string;
}

/** An operation of a call with several was refused, so none of them was applied. An error about arguments already names the operation. */
export interface OperationFailed {
  readonly kind: 'operation-failed';
  readonly index: number;
  readonly error: Exclude<AppError, OperationFailed | StorageFailed>;
}

/** A line that resembles missing text. */
export interface SimilarLine {
  readonly line: number;
  readonly text: string;
}

/** The database or a file could not be read or written. The cause is logged and never sent to callers. */
export type StorageFailed = StorageProblem & { readonly kind: 'storage-failed'; readonly cause: unknown };

/** Creates the error for a stored row that cannot be decoded. */
export const createUnreadableError = (row: UnreadableRow, cause?: unknown): StorageFailed => ({
  kind: 'storage-failed',
  doing: `reading the ${row.entity} ${row.id}`,
  reason: 'unreadable-row',
  row,
  cause,
});

/**
 * Creates an error about one argument, in the form of a codec error.
 * @param advice continues after the path: what is wrong and what to do
 */
export const createInvalidInput = (
  path: string,
  advice: string,
  {
    expected,
    got,
    near = [],
    entity,
  }: Pick<Issue, 'expected' | 'near' | 'entity'> & { readonly got: unknown },
): AppError => ({
  kind: 'invalid-input',
  issues: [
    {
      path,
      expected,
      got: formatReceivedValue(got),
      ...(near.length > 0 ? { near } : {}),
      ...(entity === undefined ? {} : { entity }),
      message: `${path} ${advice}`,
    },
  ],
});

/** Creates the error for a cursor that does not come from a list. */
export const createCursorError = (got: string): AppError =>
  createInvalidInput('cursor', 'is not a cursor of this list; omit it to start from the beginning', {
    expected: 'the nextCursor of this list',
    got,
  });

const describePersonEdit = ({ fields }: Extract<AppError, { readonly kind: 'person-editing' }>): string =>
  fields.length === 0 ? 'deletion' : `change of ${fields.join(', ')}`;

const promptRefusals: Readonly<Record<PromptRefusal, (labels: string) => string>> = {
  nobody: (labels) => `nobody could be asked for ${labels}`,
  denied: (labels) => `nobody filled in ${labels}`,
  late: (labels) => `nobody filled in ${labels} in time`,
  ended: (labels) => `the call ended before anybody filled in ${labels}`,
};

const toSentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`);

/** Describes an error in one sentence. */
export const describe = (error: AppError): string => {
  switch (error.kind) {
    case 'invalid-input':
      return `Invalid arguments: ${toSentence(error.issues.map(({ message }) => message).join('; '))}`;
    case 'workspace-not-found':
      return `No workspace matches "${error.ref}".`;
    case 'workspace-ambiguous':
      return `"${error.ref}" matches ${error.matches.length} workspaces.`;
    case 'no-active-workspace':
      return 'No workspaceId was given and no workspace is active.';
    case 'not-found':
      return `There is no ${error.entity === 'activity' ? 'change' : error.entity} ${error.ref} in this workspace${
        error.near === undefined ? '.' : `; did you mean ${error.near.join(' or ')}?`
      }`;
    case 'revision-conflict':
      return error.since === undefined
        ? `The current revision is ${error.present.revision}, not ${error.expected}: it was changed meanwhile.`
        : `${error.since.by ?? 'Somebody else'} changed it after you read revision ${error.expected}; it is at ${error.present.revision}.`;
    case 'person-editing':
      return `A person took over the request "${error.name}" and is editing it, and ${error.isDenied ? 'denied' : 'did not answer'} your ${describePersonEdit(error)}.`;
    case 'prompt-needed':
      return `Nothing was sent, because ${promptRefusals[error.why](error.labels.join(', '))}.`;
    case 'folder-unusable':
      return `The folder ${error.path} cannot be used: ${error.reason}. The database was not changed.`;
    case 'folder-changed':
      return `${error.path} was changed during the synchronization.`;
    case 'conflict-not-found':
      return `There is no conflict for the field ${error.field} of ${error.id}.`;
    case 'git-refused':
      return error.reason;
    case 'edit-without-match': {
      const { index, similar } = error;
      const like = similar === undefined ? '.' : `; line ${similar.line} is similar: ${similar.text}`;
      return `edits[${index}].old is not in the script${like}`;
    }
    case 'ambiguous-edit':
      return `edits[${error.index}].old is in the script ${error.lines.length} times, at the lines ${error.lines.join(', ')}.`;
    case 'operation-failed':
      return `operations[${error.index}]: ${describe(error.error)} Nothing was changed.`;
    case 'storage-failed':
      return describeStorage(error);
  }
};

/** A hint for an error, used unless the operation has a hint of its own. */
export const getErrorHint = (error: AppError): string | undefined => {
  switch (error.kind) {
    case 'workspace-ambiguous':
      return 'Pass one of the ids in details.';
    case 'revision-conflict':
      return error.since === undefined
        ? 'Apply the change to the current entity in details, and pass its revision as ifRevision.'
        : 'Keep what is theirs unless you were told to replace it, and pass the revision in details as ifRevision.';
    case 'person-editing':
      return error.isDenied
        ? 'Nothing was changed. Go on with something else, and ask the person before you change this request again.'
        : 'Nothing was changed. Ask the person to allow it in the window or to hand the request back; then read the request again, because it may be another one.';
    case 'prompt-needed':
      return error.why === 'denied' || error.why === 'ended'
        ? undefined
        : `Ask for it: a person fills in a form while the Tandem window is open. Or pass the values in variables, each with a question mark before its label: ${error.labels.map((label) => `"${getPromptVariable(label)}"`).join(', ')}.`;
    case 'folder-unusable':
      return 'Make the folder readable and writable, or free space on its disk, and synchronize again.';
    case 'folder-changed':
      return 'Synchronize again.';
    case 'storage-failed':
      return getStorageHint(error);
    case 'edit-without-match':
      return 'Copy old from the script as it is now, with its white space; nothing was changed.';
    case 'ambiguous-edit':
      return 'Add the text around it to old; nothing was changed.';
    case 'operation-failed':
      return getErrorHint(error.error);
    case 'workspace-not-found':
    case 'no-active-workspace':
    case 'not-found':
    case 'conflict-not-found':
    case 'git-refused':
    case 'invalid-input':
      return undefined;
  }
};

/** An issue without the entity, which only selects a hint. */
const toPublicIssue = ({ path, expected, got, near, message }: Issue): Issue => ({
  path,
  expected,
  got,
  ...(near === undefined ? {} : { near }),
  message,
});

/** The public details of an error, for programs. Never includes the cause. */
export const getErrorDetails = (error: AppError): unknown => {
  switch (error.kind) {
    case 'invalid-input':
      return { issues: error.issues.map(toPublicIssue) };
    case 'workspace-ambiguous':
      return { matches: error.matches.map(({ id, name, path }) => ({ id, name, path })) };
    case 'revision-conflict':
      return error.since === undefined
        ? { present: error.present }
        : { revision: error.present.revision, ...error.since };
    case 'workspace-not-found':
      return { near: error.near };
    case 'person-editing':
      return { id: error.id, fields: error.fields };
    case 'prompt-needed':
      return { labels: error.labels };
    case 'folder-unusable':
      return { path: error.path, reason: error.reason };
    case 'folder-changed':
      return { path: error.path };
    case 'edit-without-match': {
      const { index, similar } = error;
      return { edit: index, ...similar };
    }
    case 'ambiguous-edit':
      return { edit: error.index, lines: error.lines };
    case 'operation-failed':
      return getErrorDetails(error.error);
    case 'storage-failed': {
      const { reason, file, row } = error;
      return { reason, ...(file === undefined ? {} : { file }), ...(row === undefined ? {} : { row }) };
    }
    case 'not-found':
      return error.near === undefined ? undefined : { near: error.near };
    case 'no-active-workspace':
    case 'conflict-not-found':
    case 'git-refused':
      return undefined;
  }
};

/** The return type of ports and use cases: a result, or why the call was refused. */
export type AppResult<A> = TE.TaskEither<AppError, A>;
