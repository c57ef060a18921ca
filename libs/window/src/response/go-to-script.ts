import type { RequestId } from '../requests/saved-request.js';
import { useFolders } from '../folders/use-folders.js';
import { usePage } from '../shell/page.js';
import { useSelected } from '../shell/store.js';
import { findOffset, type ScriptLocation } from './script-location.js';

/** The line of a script to which an editor should move its cursor. */
export interface WantedCursor {
  /**
   * Returns the offset in the text of the editor with that label; undefined if the cursor should not move to
   * this editor.
   */
  readonly find: (editor: string, text: string) => number | undefined;
  /** Called when the cursor has moved there. */
  readonly onFound: () => void;
}

/** Returns where the cursor should be in the scripts of a request or folder, by the key of its tab. */
export const useWantedCursor = (tab: string): WantedCursor => {
  const { wantedLine } = usePage();
  const wanted = useSelected(wantedLine, (line) => (line?.tab === tab ? line : undefined));
  return {
    find: (editor, text) => (wanted?.editor === editor ? findOffset(text, wanted) : undefined),
    onFound: () => wantedLine.set(undefined),
  };
};

/** Returns a function that shows a line of a script in a request or one of its folders, and moves the cursor to it. */
export const useGoToScript = (id: RequestId): ((location: ScriptLocation) => void) => {
  const { navigation, panelStates, wantedPart, wantedLine } = usePage();
  const folders = useFolders();
  return ({ folder, editor, line, column }) => {
    const folderTab = folder === '' ? 'workspace' : folders.find(({ path }) => path === folder)?.id;
    const tab = folder === null ? id : folderTab;
    if (tab === undefined) return;
    const part = { key: `${tab} tab`, value: 'script' };
    navigation.show(tab);
    // The panel reads its state when it is opened, and the wanted part if it is already open.
    panelStates.set(part.key, part.value);
    wantedPart.set(part);
    wantedLine.set({ tab, editor, line, column });
  };
};
