import type { FolderWarning } from '@tandem/core';

import type { FindSecret } from '../secrets/finder.js';
import type { FileContent } from '../document/entity-file.js';
import type { FolderFile } from '../files/tree.js';

const describeExposedSecret = (name: string): string =>
  `It has a value of the secret "${name}", which is not read. Set it in the app, and remove it from the file before you commit it.`;

const describeExposedElsewhere = (name: string): string =>
  `It contains the value of the secret "${name}" in a comment or a key that is not Tandem's. Remove it; if it was committed, replace the secret.`;

/** Secrets that a file reveals in places that only a person can fix. */
export const findExposedSecrets = (
  find: FindSecret,
  { path, text }: Pick<FolderFile, 'path' | 'text'>,
  content: FileContent | null,
): readonly FolderWarning[] => {
  const bare = (content?.bareSecrets ?? []).map(describeExposedSecret);
  const secret = bare.length === 0 ? find(text) : undefined;
  const messages = secret === undefined ? bare : [describeExposedElsewhere(secret)];
  return messages.map((message) => ({ code: 'secretInFile', message, path }));
};
