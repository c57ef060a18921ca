import { toText } from '../text.js';

const allowedName = /^[\w-.]*$/;

const createInvalidNameError = (name: unknown): Error =>
  new Error(
    `Variable name: "${String(name)}" contains invalid characters! Names must only contain alpha-numeric characters, "-", "_", "."`,
  );

/** A name to read. As in Bruno, only names of runtime variables are checked. */
export const checkName = (name: unknown): string => {
  if (!allowedName.test(String(name))) throw createInvalidNameError(name);
  return String(name);
};

/** The name of a variable to set. */
export const getNameToSet = (what: string, name: unknown, isChecked = true): string => {
  if (name === undefined || name === null || name === '')
    throw new Error(`Creating a${what} without specifying a name is not allowed.`);
  return isChecked ? checkName(name) : toText(name);
};
