import { createContext, use } from 'react';

import type { Piece, Suggestions } from './suggest.js';
import { SuggestInput, type SuggestInputProps } from './suggest-input.js';

/** The help with variables that inputs offer. */
export interface VariableHelp {
  readonly piecesOf: (text: string) => readonly Piece[];
  readonly suggest: (text: string, caret: number) => Suggestions | undefined;
  /** Called with the variable under the pointer and its place, or with nothing when there is none. */
  readonly point: (piece?: Piece, place?: DOMRect) => void;
  /** Explains a variable to someone who uses the keyboard; `back` returns the focus. */
  readonly open: (piece: Piece, place: DOMRect, back: () => void) => void;
}

/** Holds the help with variables, where there is one. */
export const VariableHelpContext = createContext<VariableHelp | undefined>(undefined);

/** An input that colours its `{{variables}}`, completes them and explains them. */
export const VariableInput = ({ suggest, ...props }: SuggestInputProps) => {
  const help = use(VariableHelpContext);
  return (
    <SuggestInput
      pieces={help?.piecesOf(props.value)}
      {...(help ? { onPoint: help.point, onExplain: help.open } : {})}
      {...props}
      suggest={(text, caret) => help?.suggest(text, caret) ?? suggest?.(text, caret)}
    />
  );
};
