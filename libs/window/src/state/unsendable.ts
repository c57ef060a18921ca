import { isClean, savable, shownOf } from '../model/draft.js';
import { withScheme } from '../model/pasted-url.js';
import { type SendBlocker, sendBlockerOf } from '../model/send-blocker.js';
import type { RequestId } from '../model/saved-request.js';
import type { Drafts } from './drafts.js';
import type { DraftState } from './draft-store.js';

/** Why a request is not sent: what is stored is not what the person sees. */
export interface NotSent {
  readonly message: string;
  readonly hint: string | undefined;
}

const notStored = ({ draft, problem }: DraftState): NotSent | undefined =>
  isClean(draft) || problem === undefined || Object.keys(savable(draft)).length === 0
    ? undefined
    : {
        message: `Not sent: what you typed is not saved. ${problem}`,
        hint: 'The saved version was not sent.',
      };

const shownUrl = (drafts: Drafts, id: RequestId): string | undefined => {
  const state = drafts.get(id);
  return state && shownOf(state.draft).url;
};

/** Completes the URL that was typed, stores what was typed, and gives what keeps the request from being sent as the person sees it. */
export const unsendable = async (
  drafts: Drafts,
  id: RequestId,
): Promise<SendBlocker | NotSent | undefined> => {
  const url = shownUrl(drafts, id);
  if (url !== undefined && withScheme(url) !== url) drafts.edit(id, 'url', withScheme(url));
  await drafts.flush(id);
  const state = drafts.get(id);
  return state && (sendBlockerOf(state.draft) ?? notStored(state));
};
