import {
  listConflicts,
  type Draft,
  isClean,
  listUnfinishedParts,
  selectSavableEdits,
  toEditedRequest,
  type Part,
  readPart,
} from '../drafts/draft.js';
import type { Field, RequestId } from '../saved-request.js';
import { addScheme } from '../url/url-query.js';
import type { Drafts, DraftState } from '../drafts/drafts.js';

/** The reason why a request is not sent: the stored request differs from what the person sees. */
interface NotSent {
  /** The reason as a sentence. Callers put the consequence in front of it, such as `Not sent:`. */
  readonly reason: string;
  readonly hint: string | undefined;
}

const findUnsavedProblem = ({ draft, problem }: DraftState): NotSent | undefined =>
  isClean(draft) || problem === undefined || Object.keys(selectSavableEdits(draft)).length === 0
    ? undefined
    : {
        reason: `what you typed is not saved. ${problem}`,
        hint: 'The saved version was not sent.',
      };

/** The parts of the drafts that sending needs. */
export type EditedDrafts = Pick<Drafts, 'get' | 'edit' | 'flush'>;

const getEditedUrl = (drafts: EditedDrafts, id: RequestId): string | undefined => {
  const state = drafts.get(id);
  return state && toEditedRequest(state.draft).url;
};

/**
 * Completes the typed URL and stores edits. Returns what prevents sending the request as the person sees it, if
 * anything.
 */
export const prepareSending = async (
  drafts: EditedDrafts,
  id: RequestId,
): Promise<SendBlocker | NotSent | undefined> => {
  const url = getEditedUrl(drafts, id);
  if (url !== undefined && addScheme(url) !== url) drafts.edit(id, 'url', addScheme(url));
  await drafts.flush(id);
  const state = drafts.get(id);
  return state && (findSendBlocker(state.draft) ?? findUnsavedProblem(state));
};

/** The reason why a request cannot be sent as the person sees it, and the location of the cause. */
export interface SendBlocker {
  readonly where: Part | 'conflicts' | 'deleted';
  /** The position of the invalid character in the part's text. */
  readonly at: number;
  readonly reason: string;
  readonly hint: string;
}

/** Fields that are not part of the sent request. Conflicts in them do not block sending. */
const unsentFields: readonly (Field | Part)[] = ['name', 'folder', 'description'];

/** Finds what blocks sending a request, if anything. */
export const findSendBlocker = (draft: Draft): SendBlocker | undefined => {
  if (draft.isGone) {
    const reason = 'the request was deleted.';
    return { where: 'deleted', at: 0, reason, hint: 'Keep it as a new request, then send that.' };
  }
  const field = listConflicts(draft).find((one) => !unsentFields.includes(one));
  if (field !== undefined) {
    const reason = `${field} was also changed elsewhere.`;
    return { where: 'conflicts', at: 0, reason, hint: 'Choose which version to keep, then send again.' };
  }
  for (const part of listUnfinishedParts(draft)) {
    const reading = readPart(part, draft.unfinished[part] ?? '');
    if (reading.kind === 'problem' && !unsentFields.includes(part)) {
      const hint = 'Fix it and send again; the saved version was not sent.';
      return { where: part, at: reading.at, reason: `${reading.problem}.`, hint };
    }
  }
  return undefined;
};

/** Describes whether a draft is saved, and whether it needs attention. */
export const describeSaveState = (
  draft: Draft,
  problem: string | undefined,
): { readonly text: string; readonly isBad: boolean } => {
  if (draft.isGone) return { text: 'Deleted', isBad: true };
  if (listConflicts(draft).length > 0) return { text: 'Conflict: choose below', isBad: true };
  if (isClean(draft)) return { text: 'Saved', isBad: false };
  if (problem !== undefined) return { text: `Not saved: ${problem}`, isBad: true };
  for (const part of listUnfinishedParts(draft)) {
    const reading = readPart(part, draft.unfinished[part] ?? '');
    if (reading.kind === 'problem') return { text: `Not saved: ${reading.problem}`, isBad: true };
  }
  return { text: 'Saving …', isBad: false };
};
