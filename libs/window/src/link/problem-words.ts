import { getOwnValue } from '@tandem/core/codec';
import { RpcRefusal } from '@tandem/rpc/client';

const storageAdvice: Readonly<Record<string, string>> = {
  full: 'Free space on that disk and try again.',
  busy: 'Try again. If it stays busy, stop the other program that uses this file.',
  damaged: 'Stop Tandem and start it with --recover backup.',
  'read-only': 'Make the file and its folder writable for your user, and try again.',
  gone: 'Put the data folder back, or restart Tandem.',
  'unreadable-row': 'Delete it, or restore a backup of the database.',
  other: "The cause is in Tandem's log.",
};

/** Returns advice if storage failed. The hint of the error itself is written for agents, which call methods. */
const getStorageAdvice = ({ error }: RpcRefusal): string | undefined => {
  if (error.code !== 'STORAGE_FAILED') return undefined;
  const { reason } = (error.details ?? {}) as { readonly reason?: unknown };
  return typeof reason === 'string' && Object.hasOwn(storageAdvice, reason)
    ? storageAdvice[reason]
    : error.hint;
};

/** What a person can do about other errors, by code. */
const adviceByCode: Readonly<Record<string, string>> = {
  PROMPT_NEEDED: 'Send it again, and fill in the form.',
  FOLDER_UNUSABLE: 'Make the folder readable and writable, or free space on its disk, and synchronize again.',
  FOLDER_CHANGED: 'Synchronize again.',
};

/**
 * Returns what a person can do about an error; undefined if there is nothing. The hint of the error is not for persons: it names tools and
 * arguments, which only agents have.
 */
export const getAdvice = (error: Error): string | undefined => {
  if (!(error instanceof RpcRefusal)) return undefined;
  const { code, hint } = error.error;
  // Without a hint, the person already knows, such as after closing the form of a prompt.
  return getStorageAdvice(error) ?? (hint === undefined ? undefined : getOwnValue(adviceByCode, code));
};

/** Describes an error and, if storage failed, what to do about it. */
export const describeProblem = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const more = error instanceof RpcRefusal ? getStorageAdvice(error) : undefined;
  return more === undefined ? error.message : `${error.message} ${more}`;
};
