import { type AppError, type AppResult, createInvalidInput, workspaceRef } from '@tandem/core';
import { Int, struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { addEffects, operation } from '../operation.js';
import { resolveWorkspace } from './resolve-workspace.js';

export const PutFileArguments = struct(
  'files_put arguments',
  { path: withDescription(t.string, 'New, such as photo.png') },
  {
    workspaceId: workspaceRef,
    text: withDescription(t.string, 'Its content as text'),
    base64: withDescription(t.string, 'Content that is not text'),
  },
);
export type PutFileArguments = t.TypeOf<typeof PutFileArguments>;

export const StoredFile = struct('a file of a workspace', {
  path: withDescription(t.string, 'As a body or a part names it'),
  size: withDescription(Int, 'In bytes'),
});
export type StoredFile = t.TypeOf<typeof StoredFile>;

const refuse = (path: string, problem: string, expected: string, got: unknown): AppError =>
  createInvalidInput(path, problem, { expected, got });

const toBytes = ({ text, base64 }: PutFileArguments): AppResult<Uint8Array> => {
  if ((text === undefined) === (base64 === undefined))
    return TE.left(refuse('text', 'or base64 is required, but not both', 'text or base64', undefined));
  if (text !== undefined) return TE.right(new TextEncoder().encode(text));
  try {
    return TE.right(Uint8Array.from(atob(base64 ?? ''), (one) => one.charCodeAt(0)));
  } catch {
    return TE.left(refuse('base64', 'must be base64', 'base64', base64));
  }
};

/** Adds a file that requests can send. Never replaces a file, because somebody may need that one. */
export const filesPut = operation({
  name: 'files_put',
  title: 'Add a file',
  description: 'Adds a file to files/, for requests to send.',
  arguments: PutFileArguments,
  result: StoredFile,
  effects: addEffects,
  run:
    ({ ports }) =>
    (input: PutFileArguments): AppResult<StoredFile> => {
      const path = `files/${input.path.replace(/^(?:\.?\/)*(?:files\/)?/, '')}`;
      return pipe(
        toBytes(input),
        TE.bindTo('bytes'),
        TE.bind('workspace', () => resolveWorkspace(ports)(input.workspaceId)),
        TE.tap(({ bytes, workspace }) =>
          pipe(
            ports.requestFiles.save(workspace.path, path, bytes),
            TE.mapLeft(({ message }) =>
              refuse('path', `is refused: ${message.replace(/\.$/, '')}`, 'a new path in files/', input.path),
            ),
          ),
        ),
        TE.map(({ bytes }) => ({ path, size: bytes.length })),
      );
    },
});
