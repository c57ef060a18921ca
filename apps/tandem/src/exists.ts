import { stat } from 'node:fs/promises';

/** Whether there is a file or folder at a path. */
export const isPresent = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
