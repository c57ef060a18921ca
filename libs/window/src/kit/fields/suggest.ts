import { type KeyboardEvent, type RefObject, useState } from 'react';

/** Scores for how well a text matches the typed text. Lower is better. */
export const matchScores = { whole: 0, begins: 1, word: 2, holds: 3, words: 4 } as const;

/** Scores how well a text matches the typed text, ignoring case; undefined if it does not match. */
export const scoreMatch = (text: string, typed: string): number | undefined => {
  const wanted = typed.trim().toLowerCase();
  const whole = text.toLowerCase();
  if (wanted === '' || whole === wanted) return matchScores.whole;
  const at = whole.indexOf(wanted);
  if (at === 0) return matchScores.begins;
  if (at > 0) return /[\p{L}\p{N}]/u.test(whole[at - 1] ?? '') ? matchScores.holds : matchScores.word;
  return wanted.split(/\s+/).every((word) => whole.includes(word)) ? matchScores.words : undefined;
};

/**
 * Returns the items that match the typed text, ignoring case. Equal items come first, followed by items that start with the text,
 * have a word that starts with it, contain it, and contain each of its words. Items that match equally well keep their order.
 */
export const rankItems = <A>(items: readonly A[], textOf: (item: A) => string, typed: string): readonly A[] =>
  items
    .flatMap((item) => {
      const fit = scoreMatch(textOf(item), typed);
      return fit === undefined ? [] : [{ item, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ item }) => item);

/** Replaces part of an input's text with `text` as if a person had typed it, so that the input's own undo works. */
export const replaceInputText = (input: HTMLInputElement, from: number, to: number, text: string): void => {
  input.focus();
  input.setSelectionRange(from, to);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else leaves the field's own undo as it is
  if (text !== '') document.execCommand('insertText', false, text);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
  else if (from !== to) document.execCommand('delete');
};

/** The suggestions, and the active option. */
interface SuggestionQuery {
  readonly text: string;
  readonly caret: number;
  readonly active?: number;
}

/** Manages the suggestions of an input: when the list is open, which option is active, and what keys do. */
export const useSuggestions = (
  input: RefObject<HTMLInputElement | null>,
  suggest: ((text: string, caret: number) => Suggestions | undefined) | undefined,
  onEnter: (() => void) | undefined,
) => {
  const [asked, setAsked] = useState<SuggestionQuery>();
  // Compute the suggestions at each render, because they may arrive or change after typing.
  const found = asked && suggest?.(asked.text, asked.caret);
  const open =
    asked && found && found.options.length > 0
      ? { ...found, active: Math.min(asked.active ?? found.active ?? 0, found.options.length - 1) }
      : undefined;
  const close = (): void => {
    setAsked(undefined);
  };
  const refresh = (): void => {
    if (input.current === null) return;
    const { value, selectionStart } = input.current;
    setAsked({ text: value, caret: selectionStart ?? value.length });
  };
  const take = (option: Pick<Suggestion, 'insert'>): void => {
    if (input.current && open && input.current.value === asked?.text)
      replaceInputText(input.current, open.from, open.to, option.insert);
    close();
  };
  const moveTo = (active: number): void => {
    if (asked && open && open.active !== active) setAsked({ ...asked, active });
  };
  const step = (by: number): void => {
    if (open === undefined) return;
    const { length } = open.options;
    moveTo(open.active < 0 && by < 0 ? length - 1 : (open.active + by + length) % length);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: close,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.ctrlKey && event.key === ' ') refresh();
      return;
    }
    const chosen = open?.options[open.active];
    const act = open && Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (chosen && (event.key === 'Enter' || event.key === 'Tab')) take(chosen);
    else if (act) act();
    else if (event.key === 'Enter' && onEnter) onEnter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { open, refresh, close, moveTo, take, onKeyDown };
};

/** A suggestion that can replace the typed text. */
export interface Suggestion {
  readonly label: string;
  /** Shown next to the label. */
  readonly detail?: string;
  /** The inserted text. */
  readonly insert: string;
}

/** Suggestions at the cursor, and the part of the text that they replace. */
export interface Suggestions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Suggestion[];
  /** The index of the option that is active at first; default 0. With -1, Enter and Tab keep the typed text. */
  readonly active?: number;
}

/** A piece of text, colored by its kind. */
export interface Piece {
  readonly kind: 'plain' | 'variable' | 'parameter';
  readonly text: string;
  readonly resolves: boolean;
  /** Its value, if known. */
  readonly value?: string | undefined;
}

/** Maximum number of suggestions that are shown at once. */
const maxSuggestions = 50;

/** Returns a function that suggests the words that match a text, best match first; none if the text equals one of them. */
export const suggestWords =
  (words: readonly string[]) =>
  (text: string): Suggestions | undefined => {
    const typed = text.trim().toLowerCase();
    const fitting = rankItems(words, (word) => word, typed);
    if (fitting.length === 0 || fitting.some((word) => word.toLowerCase() === typed)) return undefined;
    return {
      from: 0,
      to: text.length,
      active: -1,
      options: fitting.slice(0, maxSuggestions).map((word) => ({ label: word, insert: word })),
    };
  };
