import {
  createTaskQueue,
  type ExecutionId,
  type Folder,
  type RequestKind,
  deriveNameFromUrl,
  type SavedRequest,
  isWithin,
  movePath,
  getFolderName,
  getParentFolder,
  isSameOnDisk,
} from '@tandem/core';
import type { QueryClient } from '@tanstack/react-query';
import type { RpcMethods } from '@tandem/rpc/client';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import { getNewName, type RequestId, type Summary } from './saved-request.js';
import { type PreviousPosition, type Step, stepEntry } from '../folders/tree/positions.js';
import type { Position, FolderPosition } from '../folders/tree/tree-order.js';
import { describeProblem } from '../link/problem-words.js';
import { focusUrl, selectName } from '../shell/focus.js';
import {
  copyRequest,
  createRequest,
  deleteRequest,
  getRequest,
  placeRequest,
  updateRequest,
} from './requests.js';
import type { Drafts } from './drafts/drafts.js';
import type { Messages } from '../shell/notices/messages.js';
import { prepareSending } from './sending/send-blocker.js';
import { loadPart } from '../served/trust.js';
import { listFolders } from '../folders/use-folders.js';

type CurlCommand = RpcMethods['requests_curl']['result'];

const listVariables = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

/** Describes a copied command and its remarks. */
export const describeCopiedCommand = (
  { command, masked, unresolved, hasScript }: CurlCommand,
  language = 'curl',
): string =>
  [
    `Copied as ${language}.`,
    masked.length > 0 ? `Secrets are masked: ${listVariables(masked)}.` : '',
    unresolved.length > 0 ? `Unresolved: ${listVariables(unresolved)}.` : '',
    hasScript ? 'The script is not included.' : '',
    language === 'curl' && command?.includes("$'") ? 'Paste it into bash or zsh.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

/** Actions on folders, which are identified by path. Each call returns the new path, or undefined if it failed. */
export interface FolderActions {
  /** Creates a folder in `parent` under an unused name. */
  readonly createFolder: (parent: string) => Promise<string | undefined>;
  readonly renameFolder: (path: string, name: string) => Promise<string | undefined>;
  readonly placeFolder: (path: string, position: FolderPosition) => Promise<string | undefined>;
  /** Deletes a folder with its content, and closes the tabs of its requests. */
  readonly removeFolder: (path: string) => void;
}

/** Finds a name for a new folder that `taken` does not contain. */
export const findFreeName = (taken: readonly string[], base = 'New folder'): string => {
  const isFree = (name: string): boolean => !taken.some((one) => isSameOnDisk(one, name));
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
};

const joinPath = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);

/** Moves a folder to a path. Creates the parent if it does not exist. */
const placeFolder = async (link: Link, path: string, position: FolderPosition): Promise<string> => {
  const parent = 'parent' in position ? position.parent : '';
  const { folders } = await listFolders(link);
  if (parent !== '' && !folders.some((one) => one.path === parent))
    await link.call('folders_create', { path: parent });
  return (await link.call('folders_move', { id: path, ...position })).path;
};

interface FolderActionContext {
  readonly link: Link;
  readonly queries: QueryClient;
  readonly drafts: Drafts;
  /** Runs an action, and shows the error if it fails. */
  readonly doing: <A>(work: () => Promise<A>) => Promise<A | undefined>;
  readonly closeDeleted: (keys: readonly string[]) => void;
}

/** Deletes a folder with its requests, and discards their drafts. */
const removeFolder = async (
  { link, queries, drafts, closeDeleted }: FolderActionContext,
  path: string,
): Promise<void> => {
  const requests = queries.getQueryData<readonly Summary[]>(queryKeys.requests) ?? [];
  const ids = requests.filter(({ folder }) => isWithin(path, folder)).map(({ id }) => id);
  await Promise.all(ids.map(drafts.flush));
  await drafts.deleteWith(ids, () => link.call('folders_delete', { id: path }));
  closeDeleted(ids);
};

export const createFolderActions = (needed: FolderActionContext): FolderActions => {
  const { link, doing } = needed;
  return {
    createFolder: (parent) =>
      doing(async () => {
        const { folders } = await listFolders(link);
        const beside = folders.map(({ path }) => path).filter((path) => getParentFolder(path) === parent);
        const path = joinPath(parent, findFreeName(beside.map(getFolderName)));
        return (await link.call('folders_create', { path })).path;
      }),
    renameFolder: (path, name) =>
      doing(async () => (await link.call('folders_update', { id: path, name: name.trim() })).path),
    placeFolder: (path, position) => doing(() => placeFolder(link, path, position)),
    removeFolder: (path) => {
      void doing(() => removeFolder(needed, path));
    },
  };
};

/** Updates paths after the folder `from` was moved to `to`. */
export const replaceMovedPaths = (
  paths: ReadonlySet<string>,
  from: string,
  to: string,
): ReadonlySet<string> =>
  new Set([...paths].map((path) => (isWithin(from, path) ? movePath(path, from, to) : path)));

/** Creates the request that a curl command sends. Rejects with the errors of the command. */
const createFromCurl = async (link: Link, command: string): Promise<SavedRequest> => {
  const { readCurl } = await loadPart(() => import('../imports/curl-command.js'));
  const reading = readCurl(command);
  if ('problem' in reading) throw new Error(`The curl command cannot be read. ${reading.problem}`);
  const { fields } = reading;
  return link.call('rest_create', { name: deriveNameFromUrl(fields.url) || 'From curl', ...fields });
};

/** Runs an action, and shows the error if it fails. */
type ActionHandler = <A>(work: () => Promise<A>) => Promise<A | undefined>;

/** Actions on whole requests and folders. */
export interface Actions extends FolderActions {
  readonly create: (kind: RequestKind, folder: string, fields?: { readonly url: string }) => void;
  /** Creates the request that a curl command sends. */
  readonly fromCurl: (command: string) => void;
  /** Creates the request that an execution sent. */
  readonly fromExecution: (id: ExecutionId) => void;
  readonly duplicate: (id: RequestId) => void;
  readonly remove: (id: RequestId) => void;
  readonly rename: (id: RequestId, name: string) => void;
  /** Moves a request into a folder: beside another request, otherwise to the end. */
  readonly place: (id: RequestId, position: Position) => void;
  /**
   * Moves a request or folder up or down among the shown entries of its folder. Further steps start at the position that the step
   * before has reached. Returns the previous position if the entry was moved.
   */
  readonly step: (step: Step) => Promise<PreviousPosition | undefined>;
  /**
   * Chooses the order of entries in a folder, or in the workspace by "". Steps that follow wait for it.
   * @param save stores other edits of the folder first, so that they do not conflict with the order
   */
  readonly chooseOrder: (id: string, order: Folder['order'], save: () => Promise<void>) => void;
  /** Copies a curl command that sends the same as Send. Optionally, secrets are redacted and variables stay names. */
  readonly copyAsCurl: (id: RequestId, secrets?: 'masked' | 'real', variables?: 'filled' | 'named') => void;
  /** Runs `work`, and shows the error if it fails. */
  readonly doing: ActionHandler;
}

/**
 * Runs moves, copies and choices of an order one after another: a copy is placed beside its request after earlier moves of the request have
 * ended, and a step is one in the order that was chosen before.
 */
const createPlacementActions = (
  link: Link,
  doing: ActionHandler,
  show: (key: string) => void,
): Pick<Actions, 'place' | 'step' | 'chooseOrder' | 'duplicate'> => {
  const inTurn = createTaskQueue();
  return {
    place: (id, position) => {
      void doing(() =>
        inTurn(async () => {
          await placeRequest(link, id, position);
        }),
      );
    },
    step: (step) => doing(() => inTurn(() => stepEntry(link, step))),
    chooseOrder: (id, order, save) => {
      void doing(() =>
        inTurn(async () => {
          await save();
          await link.call('folders_order', { id, order });
        }),
      );
    },
    duplicate: (id) => {
      void doing(() =>
        inTurn(async () => {
          const request = await getRequest(link, id);
          const copy = await copyRequest(link, request, { name: `${request.name} copy` });
          await placeRequest(link, copy.id, { folder: copy.folder, after: id });
          show(copy.id);
          // Select the name, because a copy is usually renamed right away.
          selectName(copy.id);
        }),
      );
    },
  };
};

/** Creates the actions that create requests. Each new request is shown. */
const createNewRequestActions = (
  link: Link,
  doing: ActionHandler,
  show: (key: string) => void,
): Pick<Actions, 'create' | 'fromCurl' | 'fromExecution'> => {
  const showUrl = (id: RequestId): void => {
    show(id);
    focusUrl(id);
  };
  return {
    create: (kind, folder, fields) => {
      const name = getNewName(kind);
      void doing(async () => {
        showUrl((await createRequest(link, kind, { name, folder, ...fields })).id);
      });
    },
    fromCurl: (command) => {
      void doing(async () => {
        showUrl((await createFromCurl(link, command)).id);
      });
    },
    fromExecution: (id) => {
      void doing(async () => {
        const { createFromExecution } = await loadPart(() => import('../history/from-sent.js'));
        showUrl((await createFromExecution(link, id)).id);
      });
    },
  };
};

/** Copies a request as the page shows it, so unsaved edits are stored first. */
const copyAsCurl = async (
  link: Link,
  drafts: Drafts,
  id: RequestId,
  secrets: 'masked' | 'real',
  variables: 'filled' | 'named',
): Promise<string> => {
  const why = await prepareSending(drafts, id);
  if (why !== undefined) throw new Error(`Not copied: ${why.reason}`);
  const copied = await link.call('requests_curl', { id, secrets, variables });
  if (copied.command === null) throw new Error(`Not copied: ${copied.problem ?? ''}`);
  await navigator.clipboard.writeText(copied.command);
  return describeCopiedCommand(copied);
};

/** The dependencies of actions. */
interface ActionContext {
  readonly link: Link;
  readonly queries: QueryClient;
  readonly drafts: Drafts;
  readonly say: Messages['say'];
  /** Shows a tab. */
  readonly show: (key: string) => void;
  /** Closes the tabs of deleted requests. */
  readonly closeDeleted: (keys: readonly string[]) => void;
  /** Called with the reason when an action fails, and with undefined when the next action begins. */
  readonly onProblem: (problem: string | undefined) => void;
}

/** Creates the actions of a workspace. */
export const createActions = (needed: ActionContext): Actions => {
  const { link, queries, drafts, say, show, closeDeleted, onProblem } = needed;
  const doing: ActionHandler = async (work) => {
    onProblem(undefined);
    try {
      return await work();
    } catch (cause) {
      onProblem(describeProblem(cause));
      return undefined;
    }
  };
  return {
    doing,
    ...createNewRequestActions(link, doing, show),
    ...createFolderActions({ link, queries, drafts, doing, closeDeleted }),
    ...createPlacementActions(link, doing, show),
    remove: (id) => {
      void doing(async () => {
        await drafts.flush(id);
        await drafts.deleteWith([id], () => deleteRequest(link, id));
        closeDeleted([id]);
      });
    },
    rename: (id, name) => {
      if (name.trim() !== '')
        void doing(async () => {
          if (drafts.get(id) === undefined) await updateRequest(link, id, { name: name.trim() });
          // For an open request, edit the draft: a separate update of the name would conflict with it.
          else drafts.type(id, 'name', name.trim());
          await drafts.flush(id);
        });
    },
    copyAsCurl: (id, secrets = 'masked', variables = 'filled') => {
      void doing(async () => {
        say(await copyAsCurl(link, drafts, id, secrets, variables));
      });
    },
  };
};
