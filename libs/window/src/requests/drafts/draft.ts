import { isContainer, isExactNumber, nameText, scanJson, toStrictJson } from '@tandem/core/codec';
import { parseGraphqlVariables, formatGraphqlVariables, timeoutLimits } from '@tandem/core';

import type { Edits, Field, SavedRequest } from '../saved-request.js';

/**
 * The codec for the name of a request. The codecs of requests contain it too, but importing them would load
 * all codecs into the page.
 */
const requestName = nameText();

/** A part of a request that is typed as text, and is not valid after every keystroke. */
export type Part = 'name' | 'variables' | 'timeoutMs' | 'maxRedirects';

/** The result of parsing a part's text: its value, or an error and its position. */
export type PartReadResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly problem: string; readonly at: number };

/** Returns the field in which a part is stored. */
export const getPartField = (part: Part): Field =>
  part === 'timeoutMs' || part === 'maxRedirects' ? 'settings' : part;

/** The minimum and maximum of a request's numeric settings. */
export const numberRanges = {
  timeoutMs: [timeoutLimits.minimum, timeoutLimits.maximum],
  maxRedirects: [0, 100],
} as const;

const createValueResult = (read: unknown): PartReadResult => ({ kind: 'value', value: read });
const createProblemResult = (what: string, at = 0): PartReadResult => ({
  kind: 'problem',
  problem: what,
  at,
});

/** Formats the line and column of a character. Both are one-based. */
const formatTextPosition = (text: string, at: number): string => {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};

const variablePattern = /\{\{[^{}]*\}\}/;

/**
 * Parses variables of GraphQL. Text that contains Tandem variables becomes JSON only after they are replaced, so all such
 * text is accepted.
 */
const readVariables = (text: string): PartReadResult => {
  const json = toStrictJson(text);
  const at = variablePattern.test(text) || text.trim() === '' ? undefined : scanJson(json)?.at;
  return at === undefined
    ? createValueResult(parseGraphqlVariables(text))
    : createProblemResult(`variables are not JSON (${formatTextPosition(text, at)})`, at);
};

const readNumber = (what: string, text: string, [least, most]: readonly [number, number]): PartReadResult => {
  const typed = text.trim();
  if (typed === '') return createValueResult(undefined);
  const read = Number(typed);
  return /^\d+$/.test(typed) && read >= least && read <= most
    ? createValueResult(read)
    : createProblemResult(`${what} must be a whole number from ${least} to ${most}`);
};

/** Parses the text of a part. */
export const readPart = (part: Part, text: string): PartReadResult => {
  switch (part) {
    case 'name':
      if (text.trim() === '') return createProblemResult('the name is empty');
      return requestName.is(text) ? createValueResult(text) : createProblemResult('the name is too long');
    case 'variables':
      return readVariables(text);
    case 'timeoutMs':
      return readNumber('the timeout', text, numberRanges.timeoutMs);
    case 'maxRedirects':
      return readNumber('max redirects', text, numberRanges.maxRedirects);
  }
};

/** Formats a part of a stored request as editable text. */
export const formatPart = (part: Part, request: SavedRequest): string => {
  switch (part) {
    case 'name':
      return request.name;
    case 'variables':
      return 'variables' in request ? formatGraphqlVariables(request.variables) || '{}' : '';
    case 'timeoutMs':
    case 'maxRedirects':
      return String(request.settings[part] ?? '');
  }
};

/** Converts the parsed value of a part to the value of its field. */
export const createFieldValue = (
  part: Part,
  request: Pick<SavedRequest, 'settings'>,
  read: unknown,
): unknown => {
  if (part === 'name' || part === 'variables') return read;
  const { [part]: _before, ...others } = request.settings;
  return read === undefined ? others : { ...others, [part]: read };
};

/** Lists the entries of an object that its JSON contains. */
const listEntries = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, one]) => one !== undefined);

const listSortedEntries = (value: object): readonly (readonly [string, unknown])[] =>
  listEntries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Returns a function that tells whether two values have the same JSON. It compares field by field, which is faster than serializing long texts. */
const createJsonComparison = (list: typeof listEntries) => {
  const isSame = (a: unknown, b: unknown): boolean => {
    if (a === b) return true;
    if (isExactNumber(a) && isExactNumber(b)) return String(a) === String(b);
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
    if (Array.isArray(a)) return isSameList(a, b as readonly unknown[]);
    const [ours, theirs] = [list(a), list(b)];
    return (
      ours.length === theirs.length &&
      ours.every(([name, value], at) => {
        const [theirName, theirValue] = theirs[at] ?? [];
        return name === theirName && isSame(value, theirValue);
      })
    );
  };
  const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
    a.length === b.length && a.every((value, at) => isSame(value, b[at]));
  return isSame;
};

/** Whether two values are equivalent. The server may return the fields of an object in another order. */
export const isEquivalent = createJsonComparison(listSortedEntries);

/** Whether two values have the same JSON, including the order of fields. */
export const isSameJson = createJsonComparison(listEntries);

/** Texts that are not valid values of their parts yet, exactly as they were typed. */
export type UnfinishedTexts = Readonly<Partial<Record<Part, string>>>;

/** A request that is being edited: the stored values, the unsaved edits, and what others have changed meanwhile. */
export interface Draft {
  readonly stored: SavedRequest;
  readonly edits: Edits;
  /** The stored values of edited fields that someone else has changed too. The person has to choose between both values. */
  readonly theirs: Edits;
  readonly unfinished: UnfinishedTexts;
  /** Whether the request was deleted. Nothing can be stored then, and only the draft remains. */
  readonly isGone?: true;
}

/** An event of a draft. */
export type DraftEvent =
  /** `sent` contains the edits that are being sent to the server. */
  | { readonly kind: 'edited'; readonly field: Field; readonly value: unknown; readonly sent?: Edits }
  | { readonly kind: 'typed'; readonly part: Part; readonly text: string; readonly sent?: Edits }
  /** The request as the server now stores it, from any of the server's responses. */
  | { readonly kind: 'stored'; readonly request: SavedRequest; readonly sent?: Edits }
  | { readonly kind: 'chosen'; readonly field: Field; readonly side: 'mine' | 'theirs' }
  | { readonly kind: 'gone' }
  /** A new request has replaced the deleted one. */
  | { readonly kind: 'replaced'; readonly request: SavedRequest };

/** Creates a draft without edits. */
export const openDraft = (stored: SavedRequest): Draft => ({ stored, edits: {}, theirs: {}, unfinished: {} });

const removeField = (edits: Edits, field: Field): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([name]) => name !== field));

const listFields = (edits: Edits): readonly Field[] => Object.keys(edits) as Field[];

const getFieldValue = (request: SavedRequest, field: Field): unknown => (request as Edits)[field];

/** Lists the parts whose text is not a valid value yet. */
export const listUnfinishedParts = ({ unfinished }: Pick<Draft, 'unfinished'>): readonly Part[] =>
  Object.keys(unfinished) as Part[];

const keepParts = (unfinished: UnfinishedTexts, isKept: (part: Part) => boolean): UnfinishedTexts =>
  Object.fromEntries(Object.entries(unfinished).filter(([part]) => isKept(part as Part)));

/** Finds the fields that the person has edited, whether their text is valid or not. */
const findTouchedFields = (draft: Draft): ReadonlySet<Field> =>
  new Set([...listFields(draft.edits), ...listUnfinishedParts(draft).map(getPartField)]);

/**
 * Applies stored values. An edit equal to the stored value is dropped, and an edit of a field that someone else changed becomes a
 * conflict. If a store is pending, its values will replace this revision, so an edit equal to this revision must still be sent.
 */
const receiveStored = (draft: Draft, request: SavedRequest, sent: Edits): Draft => {
  if (request.revision < draft.stored.revision) return draft;
  const edits: Record<string, unknown> = {};
  const theirs: Record<string, unknown> = {};
  const isUnfinished = (field: Field): boolean =>
    listUnfinishedParts(draft).some((part) => getPartField(part) === field);
  for (const field of findTouchedFields(draft)) {
    const [before, now] = [getFieldValue(draft.stored, field), getFieldValue(request, field)];
    const isOurs = field in sent && isEquivalent(sent[field], now);
    const isBeforeSent = field in sent && !isOurs && request.revision === draft.stored.revision;
    const isEdited = field in draft.edits && (isBeforeSent || !isEquivalent(draft.edits[field], now));
    if (isEdited) edits[field] = draft.edits[field];
    if (!isEdited && !isUnfinished(field)) continue;
    if (field in draft.theirs || !(isOurs || isSameJson(before, now))) theirs[field] = now;
  }
  return { stored: request, edits, theirs, unfinished: draft.unfinished };
};

const editField = (draft: Draft, field: Field, value: unknown, sent: Edits): Draft => {
  const isOnItsWay = field in sent || field in draft.theirs;
  return !isOnItsWay && isSameJson(getFieldValue(draft.stored, field), value)
    ? { ...draft, edits: removeField(draft.edits, field) }
    : { ...draft, edits: { ...draft.edits, [field]: value } };
};

/** Sets the text of a part. A valid text becomes the field's value; other text is only remembered. */
const typePart = (draft: Draft, part: Part, text: string, sent: Edits): Draft => {
  const reading = readPart(part, text);
  if (reading.kind === 'problem') return { ...draft, unfinished: { ...draft.unfinished, [part]: text } };
  const finished = { ...draft, unfinished: keepParts(draft.unfinished, (one) => one !== part) };
  return editField(
    finished,
    getPartField(part),
    createFieldValue(part, toEditedRequest(draft), reading.value),
    sent,
  );
};

const chooseSide = (draft: Draft, field: Field, side: 'mine' | 'theirs'): Draft => {
  const theirs = removeField(draft.theirs, field);
  return side === 'mine'
    ? { ...draft, theirs }
    : {
        ...draft,
        theirs,
        edits: removeField(draft.edits, field),
        unfinished: keepParts(draft.unfinished, (part) => getPartField(part) !== field),
      };
};

/** Returns the draft after `event`. */
export const reduceDraft = (draft: Draft, event: DraftEvent): Draft => {
  switch (event.kind) {
    case 'edited':
      return editField(draft, event.field, event.value, event.sent ?? {});
    case 'typed':
      return typePart(draft, event.part, event.text, event.sent ?? {});
    case 'stored':
      return receiveStored(draft, event.request, event.sent ?? {});
    case 'chosen':
      return chooseSide(draft, event.field, event.side);
    case 'gone':
      return { ...draft, isGone: true };
    case 'replaced':
      return receiveStored({ ...draft, stored: { ...draft.stored, revision: 0 } }, event.request, {});
  }
};

/** Selects the edits that can be stored now. Conflicting ones cannot. */
export const selectSavableEdits = ({ edits, theirs, isGone }: Draft): Edits =>
  isGone ? {} : Object.fromEntries(Object.entries(edits).filter(([field]) => !(field in theirs)));

/** Returns the request as the person sees it: the stored values with the edits applied. */
export const toEditedRequest = ({ stored, edits }: Draft): SavedRequest =>
  ({ ...stored, ...edits }) as SavedRequest;

/** Lists the fields for which the person has to choose between two values. */
export const listConflicts = ({ theirs }: Draft): readonly Field[] => listFields(theirs);

/** Returns the person's edit of a field: a value, or text that is not valid yet. */
export const getOwnEdit = (draft: Draft, field: Field): unknown => {
  const part = listUnfinishedParts(draft).find((one) => getPartField(one) === field);
  return part === undefined ? getFieldValue(toEditedRequest(draft), field) : draft.unfinished[part];
};

/** Whether there are unsaved edits. */
export const isTouched = ({ edits, unfinished }: Draft): boolean =>
  listFields(edits).length > 0 || Object.keys(unfinished).length > 0;

/** Whether everything is stored. */
export const isClean = (draft: Draft): boolean => !isTouched(draft) && !draft.isGone;
