import { type AppError, createInvalidInput } from '../errors.js';

/** Maximum folder nesting. Anything deeper in a data folder is not read. */
export const deepestFolder = 32;

const expectedFormat = `at most ${deepestFolder} names joined by /, none of them empty, . or .., without control characters`;

const isName = (name: string): boolean => name.trim() !== '' && name !== '.' && name !== '..';

const isNameList = (names: readonly string[]): boolean =>
  names.length <= deepestFolder && names.every(isName);

/**
 * Why a request cannot be put in `folder`; null if it can, or for the root, which is empty. Paths from a data folder
 * are accepted as they are: those files already exist, and nothing is created at such a path automatically.
 * @param argument the argument that the error names
 */
export const checkFolderPath = (folder: string, argument = 'folder'): AppError | null =>
  folder === '' || (!/\p{Cc}/u.test(folder) && isNameList(folder.split('/')))
    ? null
    : createInvalidInput(argument, `must be ${expectedFormat}; "" is the top`, {
        expected: expectedFormat,
        got: folder,
      });

/** The last segment of a path. */
export const getFolderName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The parent folder's path; "" at the root. */
export const getParentFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether `path` is the folder or inside it. Everything is inside the root. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** The new `path` after a parent folder moved. */
export const movePath = (path: string, from: string, to: string): string => `${to}${path.slice(from.length)}`;

/**
 * The folders on the way to `path`, outermost first and `path` itself last. Paths from files may have empty names.
 */
export const listPathsTo = (path: string): readonly string[] =>
  path
    .split('/')
    .map((name, at, names) => (name === '' ? '' : names.slice(0, at + 1).join('/')))
    .filter((one) => one !== '');

/** Whether two paths are the same directory on a case-insensitive file system. */
export const isSameOnDisk = (a: string, b: string): boolean =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
