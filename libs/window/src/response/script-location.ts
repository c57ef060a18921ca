import type { ExecutionFault, ScriptError, TestResult } from '@tandem/core';
import { decode, Int, struct, t } from '@tandem/core/codec';

import { foreignEditors } from '../folders/foreign-scripts.js';

/** A line of a script of the request or one of its folders. */
export interface ScriptLocation {
  /** The path of the folder, "" for the workspace; null for the request itself. */
  readonly folder: string | null;
  /** The label of the script's editor. */
  readonly editor: string;
  readonly line: number;
  readonly column: number;
}

/** The names that messages use for scripts of other tools, in lower case, with the labels of their editors. */
const foreignLabels: ReadonlyMap<string, string> = new Map(
  Object.values(foreignEditors).flatMap((editors) =>
    editors.map(({ name }): [string, string] => [name.toLowerCase(), name]),
  ),
);

/** Finds the folder and the editor of a script by its name, such as `users/folder.js`; undefined if it has no editor. */
const findEditor = (script: string | undefined): Pick<ScriptLocation, 'folder' | 'editor'> | undefined => {
  if (script === undefined) return { folder: null, editor: 'Script' };
  // The beginning of a long name is missing, so the folder cannot be found.
  if (script.startsWith('…')) return undefined;
  if (script === 'collection.js') return { folder: '', editor: 'Script' };
  const slash = script.lastIndexOf('/');
  const [path, name] = [script.slice(0, Math.max(slash, 0)), script.slice(slash + 1)];
  if (slash >= 0 && name === 'folder.js') return { folder: path, editor: 'Script' };
  const editor = foreignLabels.get(name);
  if (editor === undefined) return undefined;
  if (slash < 0) return { folder: null, editor };
  return { folder: path === 'collection' ? '' : path, editor };
};

/** Finds the location of a script's error. */
export const locateScriptError = ({
  script,
  line,
  column = 1,
}: Pick<ScriptError, 'script' | 'line' | 'column'>): ScriptLocation | undefined => {
  const editor = findEditor(script);
  return editor && line !== undefined ? { ...editor, line, column } : undefined;
};

const FaultDetails = struct(
  'the location of a script error',
  {},
  { handler: t.string, script: t.string, line: Int, column: Int },
);

/** Locates the script error that made an execution fail; undefined if it failed for another reason. */
export const locateFault = ({
  code,
  details,
}: Pick<ExecutionFault, 'code' | 'details'>): ScriptLocation | undefined => {
  if (!code.startsWith('SCRIPT_')) return undefined;
  const decoded = decode(FaultDetails)(details);
  return decoded._tag === 'Right' ? locateScriptError(decoded.right) : undefined;
};

/**
 * Matches the end of a failed test's message: the line and column, after the name of the script unless it is the request's
 * own.
 */
const locationPattern = /(?: \(line (\d+), column (\d+)\)|:(\d+):(\d+)\))$/;

/** Locates the failure of a test from the end of its message; undefined if the message contains no position. */
export const locateTestFailure = ({
  error,
  script,
}: Pick<TestResult, 'error' | 'script'>): ScriptLocation | undefined => {
  const message = error?.message ?? '';
  const [, line, column, namedLine, namedColumn] = locationPattern.exec(message) ?? [];
  if (line !== undefined) return locateScriptError({ line: Number(line), column: Number(column) });
  if (script === undefined || !message.endsWith(` (${script}:${namedLine}:${namedColumn})`)) return undefined;
  return locateScriptError({ script, line: Number(namedLine), column: Number(namedColumn) });
};

/**
 * Finds the offset of a line and column, both one-based. If the text has changed since, the offset is as close as
 * possible.
 */
export const findOffset = (
  text: string,
  { line, column }: Pick<ScriptLocation, 'line' | 'column'>,
): number => {
  const lines = text.split('\n');
  const index = Math.min(line, lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  return start + Math.min(column - 1, lines[index]?.length ?? 0);
};
