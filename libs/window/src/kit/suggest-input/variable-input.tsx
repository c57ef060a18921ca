import { createContext, use } from 'react';

import type { Piece, Suggestions } from './suggest.js';
import { SuggestInput, type SuggestInputProps } from './suggest-input.js';

/** What inputs know of the variables that fill them in. */
export interface VariableHelp {
  readonly piecesOf: (text: string) => readonly Piece[];
  readonly suggest: (text: string, caret: number) => Suggestions | undefined;
  /** Told of the variable under the pointer, with its place, or of none. */
  readonly point: (piece?: Piece, place?: DOMRect) => void;
}

/** Holds the help with variables, where there is one. */
export const VariableHelpContext = createContext<VariableHelp | undefined>(undefined);

/** An input that colours its `{{variables}}`, completes them and tells what they are. */
export const VariableInput = ({ suggest, ...props }: SuggestInputProps) => {
  const help = use(VariableHelpContext);
  return (
    <SuggestInput
      pieces={help?.piecesOf(props.value)}
      {...(help ? { onPoint: help.point } : {})}
      {...props}
      suggest={(text, caret) => help?.suggest(text, caret) ?? suggest?.(text, caret)}
    />
  );
};
