import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import writeFileAtomic from 'write-file-atomic';

import { makeFolder } from './make-folder.js';

/**
 * Writes a file that only its owner can read, and makes its folder when it is missing. Readers see the old content or the
 * new one, never a part of it, also after a crash.
 * A symbolic link stays, and the file it points to is replaced.
 * @throws the system's error; the file is then unchanged and no temporary file is left
 */
export const replaceFile = async (path: string, content: string | Uint8Array): Promise<void> => {
  await makeFolder(dirname(path));
  await writeFileAtomic(path, '', {
    mode: 0o600,
    // The package writes with one write(2) and does not check how much was written, so a disk that fills up would leave a
    // cut file. It waits for the promise of this hook, although its types say nothing of that.
    tmpfileCreated: (temporary): unknown => writeFile(temporary, content),
  });
};
