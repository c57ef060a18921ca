import type { ExecutionFault, ScriptError, TestResult } from '@tandem/core';
import { decode, Int, struct, t } from '@tandem/core/codec';

import { foreignEditors } from '../folders/foreign-scripts.js';

/** A line of a script, in the request or one of its folders. */
export interface ScriptLocation {
  /** The path of the folder, "" for the workspace; null for the request itself. */
  readonly folder: string | null;
  /** The label of the script's editor. */
  readonly editor: string;
  readonly line: number;
  readonly column: number;
}

/** Other tools' scripts in lower case, as messages call them, with the labels of their editors. */
const foreignLabels: ReadonlyMap<string, string> = new Map(
  Object.values(foreignEditors).flatMap((editors) =>
    editors.map(({ name }): [string, string] => [name.toLowerCase(), name]),
  ),
);

/** The folder and the editor of a script by its name, such as `users/folder.js`; undefined if it has no editor. */
const findEditor = (script: string | undefined): Pick<ScriptLocation, 'folder' | 'editor'> | undefined => {
  if (script === undefined) return { folder: null, editor: 'Script' };
  // A long name lost its beginning.
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

/** The location of a script's error. */
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

/** The location of the script error because of which an execution failed; undefined if it failed for another reason. */
export const locateFault = ({
  code,
  details,
}: Pick<ExecutionFault, 'code' | 'details'>): ScriptLocation | undefined => {
  if (!code.startsWith('SCRIPT_')) return undefined;
  const decoded = decode(FaultDetails)(details);
  return decoded._tag === 'Right' ? locateScriptError(decoded.right) : undefined;
};

/** The end of the message of a failed test: its line and column, after the name of a script that is not the request's own. */
const locationPattern = /(?: \(line (\d+), column (\d+)\)|:(\d+):(\d+)\))$/;

/** The location of a test's failure, from the end of its message; undefined if it has none. */
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

/** The offset of a line and column, both one-based, in a text; as close as possible if the text has changed since. */
export const findOffset = (
  text: string,
  { line, column }: Pick<ScriptLocation, 'line' | 'column'>,
): number => {
  const lines = text.split('\n');
  const index = Math.min(line, lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  return start + Math.min(column - 1, lines[index]?.length ?? 0);
};
