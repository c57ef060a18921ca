import type { ExecutionFault, OutgoingAuth } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { ExecutionContext } from '../execution-state.js';

/** Reads the private key of the auth from its file in the workspace folder, if the auth names one and needs it. */
export const addKeyFromFile = (
  { ports, workspace }: Pick<ExecutionContext, 'ports' | 'workspace'>,
  auth: OutgoingAuth | undefined,
): TE.TaskEither<ExecutionFault, OutgoingAuth | undefined> => {
  if (auth?.type !== 'oauth1' || !auth.signatureMethod.startsWith('RSA')) return TE.right(auth);
  const { privateKey, privateKeyFile } = auth;
  if (privateKey !== undefined || privateKeyFile === undefined) return TE.right(auth);
  return pipe(
    ports.requestFiles.read(workspace.path, privateKeyFile),
    TE.map((bytes) => ({ ...auth, privateKey: new TextDecoder().decode(bytes) })),
  );
};
