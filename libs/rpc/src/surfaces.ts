import { errorCodes, type HintTopic, type PublicError, toPublicError } from '@tandem/application';
import { type AppError, getErrorHint } from '@tandem/core';

import { anyMethods } from './table.js';

const methodHints: Readonly<Partial<Record<HintTopic, string>>> = Object.fromEntries(
  anyMethods.flatMap(({ hints }) => Object.entries(hints ?? {})),
);

/** The hint for an argument with an invalid id. */
const findIdHint = ({ issues }: Extract<AppError, { readonly kind: 'invalid-input' }>): string | undefined =>
  Object.entries(methodHints).find(([topic]) => issues.some(({ entity }) => entity === topic))?.[1];

/** Says what the caller can do about an error: the hint of its operation, or else a hint for its kind. Undefined if there is none. */
export const findHint = (error: AppError): string | undefined => {
  switch (error.kind) {
    case 'invalid-input':
      return findIdHint(error);
    case 'not-found':
      return methodHints[error.entity];
    case 'workspace-not-found': {
      const near = error.near.length > 0 ? ` Near: ${error.near.join(', ')}.` : '';
      return `${methodHints[error.kind] ?? ''}${near}`;
    }
    case 'operation-failed':
      return findHint(error.error);
    default:
      return methodHints[error.kind] ?? getErrorHint(error);
  }
};

export type { PublicError } from '@tandem/application';

/** The JSON-RPC code for each kind of refusal. Its last digits are those of the HTTP status with the same meaning. */
const rpcCodes = {
  'invalid-input': -32602,
  'workspace-not-found': -32004,
  'workspace-ambiguous': -32009,
  'no-active-workspace': -32009,
  'not-found': -32004,
  'revision-conflict': -32009,
  'person-editing': -32009,
  'prompt-needed': -32009,
  'folder-unusable': -32009,
  'folder-changed': -32009,
  'conflict-not-found': -32004,
  'git-refused': -32009,
  'edit-without-match': -32602,
  'ambiguous-edit': -32602,
  'storage-failed': -32603,
} as const satisfies Record<keyof typeof errorCodes, number>;

const rpcCodesByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(errorCodes).map(([kind, code]) => [code, rpcCodes[kind as keyof typeof errorCodes]]),
);

/** The JSON-RPC code for the code of a public error. */
export const getRpcCode = (code: string): number => rpcCodesByCode.get(code) ?? rpcCodes['storage-failed'];

/** Converts a refusal to what callers may see of it. */
export const formatPublicError = (error: AppError): PublicError => {
  const hint = findHint(error);
  const { code, message, ...details } = toPublicError(error);
  return { code, message, ...(hint === undefined ? {} : { hint }), ...details };
};
