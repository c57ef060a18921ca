import { type AppError, describe, detailsOf } from '@tandem/core';

/** How each refusal is shown to callers. The last digits of `rpc` are those of the matching HTTP status. */
export const surfaces = {
  'invalid-input': { code: 'INVALID_ARGUMENTS', rpc: -32602 },
  'workspace-not-found': { code: 'WORKSPACE_NOT_FOUND', rpc: -32004 },
  'workspace-ambiguous': { code: 'WORKSPACE_AMBIGUOUS', rpc: -32009 },
  'no-active-workspace': { code: 'NO_ACTIVE_WORKSPACE', rpc: -32009 },
  'not-found': { code: 'NOT_FOUND', rpc: -32004 },
  'revision-conflict': { code: 'REVISION_CONFLICT', rpc: -32009 },
  'person-editing': { code: 'PERSON_EDITING', rpc: -32009 },
  'folder-unusable': { code: 'FOLDER_UNUSABLE', rpc: -32009 },
  'folder-changed': { code: 'FOLDER_CHANGED', rpc: -32009 },
  'conflict-not-found': { code: 'CONFLICT_NOT_FOUND', rpc: -32004 },
  'edit-without-match': { code: 'NO_MATCH', rpc: -32602 },
  'ambiguous-edit': { code: 'AMBIGUOUS', rpc: -32602 },
  'storage-failed': { code: 'STORAGE_FAILED', rpc: -32603 },
} as const satisfies Record<Exclude<AppError['kind'], 'operation-failed'>, { code: string; rpc: number }>;

/** The JSON-RPC code for the code of a public error. */
export const rpcCodeOf = (code: string): number =>
  Object.values(surfaces).find((surface) => surface.code === code)?.rpc ?? -32603;

/** The part of an error that callers get: never a cause or a stack. */
export interface PublicError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly details?: unknown;
}

/** Of a refused operation, what refused it. */
const surfaceOf = (error: AppError) =>
  surfaces[error.kind === 'operation-failed' ? error.error.kind : error.kind];

/** A refusal in its public form, without the hints of methods. */
export const errorOf = (error: AppError): Omit<PublicError, 'hint'> => {
  const details = detailsOf(error);
  return {
    code: surfaceOf(error).code,
    message: describe(error),
    ...(details === undefined ? {} : { details }),
  };
};
