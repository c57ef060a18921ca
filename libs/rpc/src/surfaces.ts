import type { AppError } from '@tandem/core';
import { describe, detailsOf } from '@tandem/core';

import { hintFor } from './hints.js';

/** How each refusal is shown to callers. The last digits of `rpc` are those of the matching HTTP status. */
export const surfaces = {
  'invalid-input': { code: 'INVALID_ARGUMENTS', rpc: -32602 },
  'workspace-not-found': { code: 'WORKSPACE_NOT_FOUND', rpc: -32004 },
  'workspace-ambiguous': { code: 'WORKSPACE_AMBIGUOUS', rpc: -32009 },
  'no-active-workspace': { code: 'NO_ACTIVE_WORKSPACE', rpc: -32009 },
  'not-found': { code: 'NOT_FOUND', rpc: -32004 },
  'revision-conflict': { code: 'REVISION_CONFLICT', rpc: -32009 },
  'folder-unusable': { code: 'FOLDER_UNUSABLE', rpc: -32009 },
  'folder-changed': { code: 'FOLDER_CHANGED', rpc: -32009 },
  'conflict-not-found': { code: 'CONFLICT_NOT_FOUND', rpc: -32004 },
  'storage-failed': { code: 'STORAGE_FAILED', rpc: -32603 },
} as const satisfies Record<AppError['kind'], { code: string; rpc: number }>;

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

/** A refusal in its public form. */
export const publicError = (error: AppError): PublicError => {
  const hint = hintFor(error);
  const details = detailsOf(error);
  return {
    code: surfaces[error.kind].code,
    message: describe(error),
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  };
};
