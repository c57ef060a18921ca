import { rankItems } from '../../search/ranked.js';

/** Something that can be put in place of what is typed. */
export interface Suggestion {
  readonly label: string;
  /** Shown beside the label. */
  readonly detail?: string;
  /** What is put in. */
  readonly insert: string;
}

/** What fits at the caret, and which part of the text it replaces. */
export interface Suggestions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Suggestion[];
  /** The option that Enter takes at first, default 0; -1 for none, so that Enter and Tab leave what is typed. */
  readonly active?: number;
}

/** A piece of a text, coloured by what it is. */
export interface Piece {
  readonly kind: 'plain' | 'variable' | 'parameter';
  readonly text: string;
  readonly resolves: boolean;
  /** What it stands for, if that is known. */
  readonly value?: string | undefined;
}

/** The most suggestions that are shown at once. */
const maxSuggestions = 50;

/** Suggests the words that fit the text, best first; none once it is one of them. */
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
