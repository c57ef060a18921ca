import { type AppError, describe, getErrorDetails } from '@tandem/core';

/** The code of each kind of refusal, by which callers distinguish them. */
export const errorCodes = {
  'invalid-input': 'INVALID_ARGUMENTS',
  'workspace-not-found': 'WORKSPACE_NOT_FOUND',
  'workspace-ambiguous': 'WORKSPACE_AMBIGUOUS',
  'no-active-workspace': 'NO_ACTIVE_WORKSPACE',
  'not-found': 'NOT_FOUND',
  'revision-conflict': 'REVISION_CONFLICT',
  'person-editing': 'PERSON_EDITING',
  'prompt-needed': 'PROMPT_NEEDED',
  'folder-unusable': 'FOLDER_UNUSABLE',
  'folder-changed': 'FOLDER_CHANGED',
  'conflict-not-found': 'CONFLICT_NOT_FOUND',
  'git-refused': 'GIT_REFUSED',
  'edit-without-match': 'NO_MATCH',
  'ambiguous-edit': 'AMBIGUOUS',
  'storage-failed': 'STORAGE_FAILED',
} as const satisfies Record<Exclude<AppError['kind'], 'operation-failed'>, string>;

/** The part of an error that callers may see, which never includes its cause or a stack. */
export interface PublicError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly details?: unknown;
}

/**
 * Converts an error to its public form, without the hints of operations. If one operation of several was refused, the code is that of its
 * cause.
 */
export const toPublicError = (error: AppError): Omit<PublicError, 'hint'> => {
  const details = getErrorDetails(error);
  return {
    code: errorCodes[error.kind === 'operation-failed' ? error.error.kind : error.kind],
    message: describe(error),
    ...(details === undefined ? {} : { details }),
  };
};
