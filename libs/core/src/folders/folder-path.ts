import { type AppError, invalidInput } from '../errors.js';

/** How many folders lie in each other at most: what is deeper in a data folder is not read. */
export const deepestFolder = 32;

const expectedFormat = `at most ${deepestFolder} names joined by /, none of them empty, . or .., without control characters`;

const isName = (name: string): boolean => name.trim() !== '' && name !== '.' && name !== '..';

const isNameList = (names: readonly string[]): boolean =>
  names.length <= deepestFolder && names.every(isName);

/**
 * Why a request cannot be put in `folder`; null when it can, and for the top, which is empty. What a data folder brings is
 * taken as it is: its files are where they are, and never lie at a path that is made of this one by itself.
 * @param argument the argument that the error names
 */
export const folderProblem = (folder: string, argument = 'folder'): AppError | null =>
  folder === '' || (!/\p{Cc}/u.test(folder) && isNameList(folder.split('/')))
    ? null
    : invalidInput(argument, `must be ${expectedFormat}; "" is the top`, {
        expected: expectedFormat,
        got: folder,
      });

/** The last name of a path. */
export const nameOfFolder = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path of the folder around it; "" at the top. */
export const parentOfFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether `path` is the folder or inside it. Everything is inside the top. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** Where `path` is after the folder around it has moved. */
export const movePath = (path: string, from: string, to: string): string => `${to}${path.slice(from.length)}`;

/** The folders on the way to `path`, the outermost first and itself the last. Files may bring paths with empty names. */
export const pathsTo = (path: string): readonly string[] =>
  path
    .split('/')
    .map((name, at, names) => (name === '' ? '' : names.slice(0, at + 1).join('/')))
    .filter((one) => one !== '');

/** Whether two paths are one directory where file names have no case. */
export const isSameOnDisk = (a: string, b: string): boolean =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
