import type { Summary } from '../requests/saved-request.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import { unsendable } from '../requests/sending/unsendable.js';
import type { useFolderEdits } from '../folders/use-folder-editing.js';

/** Stores what is edited. Gives what keeps one of the requests from running as the person sees it. */
export const prepareRun = async (
  drafts: Drafts,
  folders: ReturnType<typeof useFolderEdits>,
  requests: readonly Summary[],
): Promise<string | undefined> => {
  await folders.flushAll();
  drafts.flushAll();
  const edited = requests.filter(({ id }) => drafts.get(id) !== undefined);
  for (const { id, name } of edited) {
    const why = await unsendable(drafts, id);
    if (why !== undefined) return `${name}: ${why.message}`;
  }
  return undefined;
};
