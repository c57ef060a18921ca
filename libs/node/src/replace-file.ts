import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import writeFileAtomic from 'write-file-atomic';

import { makeFolder } from './make-folder.js';

/**
 * Writes a file that only its owner can read, or one with the given permissions, and creates its folder if it is missing.
 * Readers see either the old or the new content, never a part, even after a crash. For a symbolic link, its target is
 * replaced.
 * @throws the system's error; the file is then unchanged and no temporary file is left
 */
export const replaceFile = async (
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> => {
  await makeFolder(dirname(path));
  await writeFileAtomic(path, '', {
    mode,
    // The package calls write(2) once and does not check how much was written, so a full disk would leave a truncated
    // file. It awaits the promise of this hook, although its types do not say so.
    tmpfileCreated: (temporary): unknown => writeFile(temporary, content),
  });
};
