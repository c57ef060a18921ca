import {
  type AppError,
  createRedactor,
  type Diagnostic,
  type ExecutionCall,
  type ExecutionFault,
  type ExecutionResult,
  createInvalidInput,
  type Ports,
  type Secret,
  type Workspace,
} from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';
import type { ExecutionContext, ReceivedResponse, ExecutionState } from '@tandem/execution';

import { findFileNameProblem } from '../workspaces/add-workspace-file.js';
import { hasSecretBytes } from './secrets-in-bodies.js';

/**
 * The folder where bodies are saved, along with files that requests send. Elsewhere, the folder of a workspace
 * contains files that other programs act on by name, such as CLAUDE.md, Makefile and package.json.
 */
const savedBelow = 'files/';

/** Why a body may not be saved under this name. Undefined if it may. */
const findPathProblem = (path: string, folders: readonly string[] = []): string | undefined => {
  if (path.startsWith('/')) return 'is not relative';
  const names = path.split('/');
  const problem = names.map(findFileNameProblem).find((one) => one !== undefined);
  if (problem !== undefined) return `has a part that ${problem}`;
  if (/\p{Cf}/u.test(path)) return 'has an invisible character';
  if (names.some((name) => /^node_modules$/i.test(name))) return 'is in node_modules';
  const allowed = [savedBelow, ...folders.map((one) => `${one}/`)];
  if (!allowed.some((one) => path.startsWith(one)))
    return `is not below ${allowed.join(' or ')}, the only ${allowed.length === 1 ? 'folder' : 'folders'} that bodies are saved to`;
  return undefined;
};

/** The same name in the allowed folder, if it is a valid file name. */
const suggestPath = (path: string): string => {
  const moved = `${savedBelow}${path}`;
  return findPathProblem(moved) === undefined ? moved : `${savedBelow}users.json`;
};

/** The error for a `saveTo` that no workspace allows, before anything is loaded or sent. */
export const validateSaveTo = <I extends Pick<ExecutionCall, 'saveTo'>>(
  { saveFolders }: Pick<Ports, 'saveFolders'>,
  input: I,
): E.Either<AppError, I> => {
  const problem = input.saveTo === undefined ? undefined : findPathProblem(input.saveTo, saveFolders);
  return problem === undefined
    ? E.right(input)
    : E.left(
        createInvalidInput(
          'saveTo',
          `${problem}; name a new file such as ${suggestPath(input.saveTo ?? '')}`,
          {
            expected: `a path below ${savedBelow} in the workspace's folder`,
            got: input.saveTo,
          },
        ),
      );
};

/** Why the body could not be saved there. Checked before the request is sent. */
export const saveProblem = async (
  { requestFiles }: Ports,
  workspace: Workspace,
  { saveTo }: ExecutionCall,
): Promise<ExecutionFault | null> => {
  if (saveTo === undefined) return null;
  const check = pipe(
    requestFiles.checkNew(workspace.path, saveTo),
    TE.match(
      (fault) => fault,
      () => null,
    ),
  );
  return check();
};

const createSecretFault = (path: string): ExecutionFault => ({
  code: 'FILE_REFUSED',
  message: `The body was not saved to "${path}": it is binary and holds a secret, which cannot be hidden in it. Let a person save it in the window.`,
  details: { path },
});

/** The bytes that a caller may see, and whether secrets are hidden in them. Null if they cannot be. */
const getVisibleBytes = async (
  ports: Ports,
  { body, report }: ReceivedResponse,
  secrets: readonly Secret[],
) => {
  const text = report.text ?? '';
  const hidden = createRedactor(secrets).text(text);
  if (hidden !== text) return { bytes: new TextEncoder().encode(hidden), isHidden: true };
  // Another charset or compression may contain what the text does not show.
  return (await hasSecretBytes(ports, body, secrets)) ? null : { bytes: body, isHidden: false };
};

/** The state after saving the body, and what the result reports about it. */
export interface AfterSaving {
  readonly state: ExecutionState;
  readonly saved: Pick<ExecutionResult, 'saved'>;
}

const addNote = (state: ExecutionState, note: Diagnostic): ExecutionState => ({
  ...state,
  diagnostics: [...state.diagnostics, note],
});

const reportNotSaved = (state: ExecutionState, fault: ExecutionFault): AfterSaving => ({
  state:
    state.fault === null
      ? { ...state, fault }
      : addNote(state, { code: 'BODY_NOT_SAVED', message: fault.message, where: 'saveTo' }),
  saved: {},
});

/** Whether the whole body arrived, so that at most handlers have failed since. */
const isWhole = ({ fault }: ExecutionState): boolean => fault === null || fault.code.startsWith('SCRIPT_');

/**
 * Saves the body of a response to the file named in the call, as received.
 * @param secrets those that are hidden in it
 */
export const saveBody = async (
  { ports, workspace, input: { saveTo } }: ExecutionContext,
  state: ExecutionState,
  secrets: readonly Secret[],
): Promise<AfterSaving> => {
  if (saveTo === undefined || state.response === null || !isWhole(state)) return { state, saved: {} };
  const visible = await getVisibleBytes(ports, state.response, secrets);
  if (visible === null) return reportNotSaved(state, createSecretFault(saveTo));
  const { bytes, isHidden } = visible;
  const message = `Secrets in the body are hidden in "${saveTo}", so it is not what was received.`;
  const save = pipe(
    ports.requestFiles.save(workspace.path, saveTo, bytes),
    TE.match(
      (fault) => reportNotSaved(state, fault),
      (): AfterSaving => ({
        state: isHidden ? addNote(state, { code: 'SECRETS_HIDDEN', message, where: 'saveTo' }) : state,
        saved: { saved: { path: saveTo, bytes: bytes.length } },
      }),
    ),
  );
  return save();
};

/** A result without the saved text. */
export const removeSavedText = (result: ExecutionResult): ExecutionResult =>
  result.saved === undefined || result.response === null
    ? result
    : { ...result, response: { ...result.response, textBody: null, bodyTruncated: false } };
