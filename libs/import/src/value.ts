import { type Pair, toTypedText, type Variable } from '@tandem/core';
import { toText } from '@tandem/core/document';

export {
  type Fields,
  getFields,
  isFields,
  isTrue,
  getList,
  getObjects,
  removeEmptyFields,
  getText,
  toText,
} from '@tandem/core/document';

export const pair = (name: string, value: string, enabled = true): Pair => ({ name, value, enabled });

/** A variable with the type of its value; a missing value is the empty string. */
export const createVariable = (name: string, value: unknown, enabled = true): Variable => {
  const isText = value === undefined || value === null || value instanceof Date;
  return { ...pair(name, '', enabled), ...(isText ? { value: toText(value) } : toTypedText(value)) };
};
