import type { RequestId } from '../requests/saved-request.js';
import { useFolders } from '../folders/use-folders.js';
import { usePage } from '../shell/page.js';
import { useSelected } from '../shell/store.js';
import { findOffset, type ScriptLocation } from './script-location.js';

/** The line of a script to go to, as an editor needs it. */
export interface WantedCursor {
  /** The offset in the text of an editor with that label; undefined if nothing is wanted there. */
  readonly find: (editor: string, text: string) => number | undefined;
  /** Call when the cursor is there. */
  readonly onFound: () => void;
}

/** Where the cursor is wanted in the scripts of a request or folder, by the key of its tab. */
export const useWantedCursor = (tab: string): WantedCursor => {
  const { wantedLine } = usePage();
  const wanted = useSelected(wantedLine, (line) => (line?.tab === tab ? line : undefined));
  return {
    find: (editor, text) => (wanted?.editor === editor ? findOffset(text, wanted) : undefined),
    onFound: () => wantedLine.set(undefined),
  };
};

/** Shows a line of a script of a request, or of one of its folders, with the cursor in it. */
export const useGoToScript = (id: RequestId): ((location: ScriptLocation) => void) => {
  const { navigation, panelStates, wantedPart, wantedLine } = usePage();
  const folders = useFolders();
  return ({ folder, editor, line, column }) => {
    const folderTab = folder === '' ? 'workspace' : folders.find(({ path }) => path === folder)?.id;
    const tab = folder === null ? id : folderTab;
    if (tab === undefined) return;
    const part = { key: `${tab} tab`, value: 'script' };
    navigation.show(tab);
    // The panel reads the state when it is opened, and the wanted part if it is open already.
    panelStates.set(part.key, part.value);
    wantedPart.set(part);
    wantedLine.set({ tab, editor, line, column });
  };
};
