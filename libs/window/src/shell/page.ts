import { createContext, use, useSyncExternalStore } from 'react';

import type { ActivityFilter, Live } from '../activity/activity.js';
import type { TypedVariables } from '../environments/environment-rows.js';
import type { AllFolderEdits } from '../folders/folder-edits.js';
import type { Link } from '../link/link.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import type { Runner } from '../requests/sending/runner.js';
import type { UnsavedStore } from '../requests/drafts/unsaved.js';
import type { RunStores } from '../runs/run-store.js';
import type { PreferenceStore } from '../settings/preference-store.js';
import type { Messages, UserMessage } from './notices/messages.js';
import type { Offers, WantedAction } from './offered-actions.js';
import type { Store } from './store.js';

/** A part of a panel, such as a tab below a request. */
export interface WantedPart {
  readonly key: string;
  readonly value: string;
}

/** A line of a script that should be shown, in an editor of the tab with the key `tab`. */
export interface WantedLine {
  readonly tab: string;
  /** The label of the editor. */
  readonly editor: string;
  readonly line: number;
  readonly column: number;
}

/** Shows tabs of the open workspace. The workspace sets the function when it opens. */
export interface Navigation {
  readonly show: (key: string) => void;
  readonly set: (show: (key: string) => void) => void;
}

/** Creates a navigation. It does nothing until a workspace is open. */
export const createNavigation = (): Navigation => {
  let present: (key: string) => void = () => undefined;
  return {
    show: (key) => present(key),
    set: (show) => {
      present = show;
    },
  };
};

/** The stores of the page. They are created once, before the first render. */
export interface Page {
  readonly link: Link;
  readonly drafts: Drafts;
  readonly folderEdits: AllFolderEdits;
  readonly unsaved: UnsavedStore;
  readonly preferences: PreferenceStore;
  readonly typedVariables: TypedVariables;
  readonly runs: RunStores;
  /** Sends requests of all workspaces, so that it goes on while another workspace is open. */
  readonly runner: Runner;
  readonly messages: Messages;
  readonly navigation: Navigation;
  readonly live: Live;
  readonly activityFilter: Store<ActivityFilter>;
  /** A part of a panel that should be shown. It is cleared once the panel has shown it. */
  readonly wantedPart: Store<WantedPart | undefined>;
  /** The actions that the shown components offer to other parts of the page. */
  readonly offers: Offers;
  /** The actions that should be taken. Each is removed once a component has taken it. */
  readonly wantedActions: Store<readonly WantedAction[]>;
  /** The ids of questions about sending that the person has closed without an answer. */
  readonly closedQuestions: Store<ReadonlySet<string>>;
  /** A line of a script that should be shown. It is cleared once its editor has shown it. */
  readonly wantedLine: Store<WantedLine | undefined>;
  /** Choices that a person has made in panels. They survive hiding the panel. */
  readonly panelStates: Map<string, unknown>;
}

/** Provides the stores of the page. */
export const PageContext = createContext<Page | undefined>(undefined);

/** The stores of the page. */
export const usePage = (): Page => {
  const page = use(PageContext);
  if (page === undefined) throw new Error('There is no PageContext.');
  return page;
};

/** Returns a function that shows a tab of the open workspace. It also works outside of the workspace. */
export const useShow = (): ((key: string) => void) => usePage().navigation.show;

/** Returns a function that shows a message about an action without a visible effect. */
export const useSay = (): Messages['say'] => usePage().messages.say;

/** The current message. */
export const useUserMessage = (): UserMessage | undefined => {
  const { subscribe, get } = usePage().messages;
  return useSyncExternalStore(subscribe, get);
};

/** Returns a function that copies a text and confirms it with the text's description, such as `the MCP address`. */
export const useCopy = () => {
  const say = useSay();
  return (text: string, what: string): void => {
    navigator.clipboard.writeText(text).then(
      () => say(`Copied ${what}`),
      () => say(`The browser did not allow copying ${what}: ${text}`),
    );
  };
};
