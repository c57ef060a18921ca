import { type AppError, invalidInput } from './errors.js';

/** How many folders lie in each other at most: what is deeper in a data folder is not read. */
export const deepestFolder = 32;

const expected = `at most ${deepestFolder} names joined by /, none of them empty, . or .., without control characters`;

const isName = (name: string): boolean => name.trim() !== '' && name !== '.' && name !== '..';

const areNames = (names: readonly string[]): boolean => names.length <= deepestFolder && names.every(isName);

/**
 * Why a request cannot be put in `folder`; null when it can, and for the top, which is empty. What a data folder brings is
 * taken as it is: its files are where they are, and never lie at a path that is made of this one by itself.
 */
export const folderProblem = (folder: string): AppError | null =>
  folder === '' || (!/\p{Cc}/u.test(folder) && areNames(folder.split('/')))
    ? null
    : invalidInput('folder', `must be ${expected}; "" is the top`, { expected, got: folder });
