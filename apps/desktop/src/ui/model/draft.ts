import type { Edits, Field, SavedRequest } from './saved-request.js';

/** A request while it is edited: what is stored, what is not stored yet, and what somebody else set meanwhile. */
export interface Draft {
  readonly stored: SavedRequest;
  readonly edits: Edits;
  /** Fields that both sides changed, with what the other side stored; they wait for a choice. */
  readonly theirs: Edits;
}

/** Something that happens to a draft. */
export type DraftEvent =
  /** `sent` is what is on its way to the server. */
  | { readonly kind: 'edited'; readonly field: Field; readonly value: unknown; readonly sent?: Edits }
  /** What the server stores now, told by a read, an answer or a refusal. */
  | { readonly kind: 'stored'; readonly request: SavedRequest; readonly sent?: Edits }
  | { readonly kind: 'chosen'; readonly field: Field; readonly side: 'mine' | 'theirs' };

/** A draft without edits. */
export const openDraft = (stored: SavedRequest): Draft => ({ stored, edits: {}, theirs: {} });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const without = (edits: Edits, field: Field): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([name]) => name !== field));

const fieldsOf = (edits: Edits): readonly Field[] => Object.keys(edits) as Field[];

const read = (request: SavedRequest, field: Field): unknown => (request as unknown as Edits)[field];

/** Takes in what is stored: an equal edit is done with, one that somebody overtook becomes a conflict. */
const receive = (draft: Draft, request: SavedRequest, sent: Edits): Draft => {
  if (request.revision < draft.stored.revision) return draft;
  const edits: Record<string, unknown> = {};
  const theirs: Record<string, unknown> = {};
  for (const field of fieldsOf(draft.edits)) {
    const [mine, before, now] = [draft.edits[field], read(draft.stored, field), read(request, field)];
    if (same(mine, now)) continue;
    edits[field] = mine;
    const isOurs = field in sent && same(sent[field], now);
    if (field in draft.theirs || !(isOurs || same(before, now))) theirs[field] = now;
  }
  return { stored: request, edits, theirs };
};

/** The draft after `event`. */
export const nextDraft = (draft: Draft, event: DraftEvent): Draft => {
  switch (event.kind) {
    case 'edited': {
      const { field, value, sent = {} } = event;
      const isOnItsWay = field in sent || field in draft.theirs;
      if (!isOnItsWay && same(read(draft.stored, field), value))
        return { ...draft, edits: without(draft.edits, field) };
      return { ...draft, edits: { ...draft.edits, [field]: value } };
    }
    case 'stored':
      return receive(draft, event.request, event.sent ?? {});
    case 'chosen':
      return {
        ...draft,
        edits: event.side === 'mine' ? draft.edits : without(draft.edits, event.field),
        theirs: without(draft.theirs, event.field),
      };
  }
};

/** What can be stored now: the edits that no conflict holds back. */
export const savable = ({ edits, theirs }: Draft): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([field]) => !(field in theirs)));

/** The request as the person sees it: what is stored, under the edits. */
export const shownOf = ({ stored, edits }: Draft): SavedRequest => ({ ...stored, ...edits }) as SavedRequest;

/** The fields that wait for a choice. */
export const conflictsOf = ({ theirs }: Draft): readonly Field[] => fieldsOf(theirs);

/** Whether everything is stored. */
export const isClean = ({ edits }: Draft): boolean => fieldsOf(edits).length === 0;
