import { isClean, savable, toEditedRequest } from '../drafts/draft.js';
import { addScheme } from '../url/pasted-url.js';
import { type SendBlocker, sendBlockerOf } from './send-blocker.js';
import type { RequestId } from '../saved-request.js';
import type { Drafts } from '../drafts/drafts.js';
import type { DraftState } from '../drafts/draft-store.js';

/** Why a request is not sent: what is stored is not what the person sees. */
export interface NotSent {
  readonly message: string;
  readonly hint: string | undefined;
}

const findUnsavedProblem = ({ draft, problem }: DraftState): NotSent | undefined =>
  isClean(draft) || problem === undefined || Object.keys(savable(draft)).length === 0
    ? undefined
    : {
        message: `Not sent: what you typed is not saved. ${problem}`,
        hint: 'The saved version was not sent.',
      };

const getEditedUrl = (drafts: Drafts, id: RequestId): string | undefined => {
  const state = drafts.get(id);
  return state && toEditedRequest(state.draft).url;
};

/** Completes the URL that was typed, stores what was typed, and gives what keeps the request from being sent as the person sees it. */
export const unsendable = async (
  drafts: Drafts,
  id: RequestId,
): Promise<SendBlocker | NotSent | undefined> => {
  const url = getEditedUrl(drafts, id);
  if (url !== undefined && addScheme(url) !== url) drafts.edit(id, 'url', addScheme(url));
  await drafts.flush(id);
  const state = drafts.get(id);
  return state && (sendBlockerOf(state.draft) ?? findUnsavedProblem(state));
};
