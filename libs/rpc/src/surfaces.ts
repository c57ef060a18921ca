import { errorCodes, type PublicError, toPublicError } from '@tandem/application';
import type { AppError } from '@tandem/core';

import { findHint } from './hints.js';

export type { PublicError } from '@tandem/application';

/** The JSON-RPC code of each refusal. Its last digits are those of the matching HTTP status. */
const rpcCodes = {
  'invalid-input': -32602,
  'workspace-not-found': -32004,
  'workspace-ambiguous': -32009,
  'no-active-workspace': -32009,
  'not-found': -32004,
  'revision-conflict': -32009,
  'person-editing': -32009,
  'folder-unusable': -32009,
  'folder-changed': -32009,
  'conflict-not-found': -32004,
  'edit-without-match': -32602,
  'ambiguous-edit': -32602,
  'storage-failed': -32603,
} as const satisfies Record<keyof typeof errorCodes, number>;

const rpcCodesByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(errorCodes).map(([kind, code]) => [code, rpcCodes[kind as keyof typeof errorCodes]]),
);

/** The JSON-RPC code for the code of a public error. */
export const getRpcCode = (code: string): number => rpcCodesByCode.get(code) ?? rpcCodes['storage-failed'];

/** A refusal in its public form. */
export const formatPublicError = (error: AppError): PublicError => {
  const hint = findHint(error);
  const { code, message, ...details } = toPublicError(error);
  return { code, message, ...(hint === undefined ? {} : { hint }), ...details };
};
