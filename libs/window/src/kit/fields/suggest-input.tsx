import {
  type ClipboardEvent,
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  createContext,
  use,
} from 'react';

import { joinClasses } from '../classes.js';
import { OptionList, getOptionId } from './option-list.js';
import { type Piece, type Suggestions, useSuggestions } from './suggest.js';

/** The help that inputs offer for variables: colors, completion and explanations. */
export interface VariableHelp {
  readonly piecesOf: (text: string) => readonly Piece[];
  readonly suggest: (text: string, caret: number) => Suggestions | undefined;
  /** Called with the variable under the pointer and its position, or without arguments if the pointer is on none. */
  readonly point: (piece?: Piece, rect?: DOMRect) => void;
  /** Explains a variable to a person who uses the keyboard. `back` returns the focus. */
  readonly open: (piece: Piece, rect: DOMRect, back: () => void) => void;
}

/** Provides the help for variables to the inputs inside. */
export const VariableHelpContext = createContext<VariableHelp | undefined>(undefined);

/** An input that colors, completes and explains its `{{variables}}`. */
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

/** Properties of an input with coloring and completion. */
export interface SuggestInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly className?: string;
  readonly isReadOnly?: boolean;
  readonly isSecret?: boolean;
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  /** Suggestions at the cursor. */
  readonly suggest?: ((text: string, caret: number) => Suggestions | undefined) | undefined;
  /** The colored pieces of the value. Without them, the value has one color. */
  readonly pieces?: readonly Piece[] | undefined;
  readonly onEnter?: () => void;
  readonly onBlur?: () => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  /** Called with the colored piece under the pointer and its position, or without arguments if the pointer is on none. */
  readonly onPoint?: (piece?: Piece, rect?: DOMRect) => void;
  /** Called on Alt+Enter with the colored piece at the cursor and its position; `back` returns the focus. */
  readonly onExplain?: (piece: Piece, rect: DOMRect, back: () => void) => void;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** Minimum room below an input for its suggestions, in pixels. */
const minRoomBelow = 160;

/** Positions the list below an input, or above it if there is more room. */
const getPopupStyle = (input: HTMLInputElement | null): CSSProperties => {
  const { left = 0, top = 0, bottom = 0, width = 0 } = input?.getBoundingClientRect() ?? {};
  const isBelow = window.innerHeight - bottom > minRoomBelow || top < minRoomBelow;
  return {
    left: Math.max(0, Math.min(left, window.innerWidth - 280)),
    minWidth: Math.min(width, 280),
    ...(isBelow ? { top: bottom + 2 } : { bottom: window.innerHeight - top + 2 }),
  };
};

/** Finds the piece whose text is under the pointer. */
const findPieceUnder = (overlay: HTMLElement | null, { clientX, clientY }: MouseEvent) => {
  const spans = [...(overlay?.children ?? [])];
  for (const [index, span] of spans.entries())
    for (const rect of span.getClientRects())
      if (clientX >= rect.left && clientX < rect.right && clientY >= rect.top && clientY < rect.bottom)
        return { index, rect };
  return undefined;
};

/** Finds the colored piece at a cursor, and its index. */
const findPieceAt = (pieces: readonly Piece[], caret: number): readonly [Piece, number] | undefined => {
  let from = 0;
  for (const [index, piece] of pieces.entries()) {
    const to = from + piece.text.length;
    if (piece.kind !== 'plain' && caret >= from && caret <= to) return [piece, index];
    from = to;
  }
  return undefined;
};

const ColouredText = ({
  pieces,
  overlay,
}: {
  readonly pieces: readonly Piece[];
  readonly overlay: RefObject<HTMLDivElement | null>;
}) => (
  <div className="coloured" aria-hidden="true" ref={overlay}>
    {pieces.map(({ kind, text, resolves }, index) => (
      <span key={index} className={kind} data-resolves={resolves}>
        {text}
      </span>
    ))}
  </div>
);

/** Returns the colored pieces of an input; undefined if the input is secret or all of its pieces are plain text. */
const findColouredPieces = ({ pieces, isSecret }: SuggestInputProps): readonly Piece[] | undefined =>
  isSecret !== true && pieces?.some(({ kind }) => kind !== 'plain') === true ? pieces : undefined;

/** Renders a colored copy of an input's text that scrolls with the input, and handles pointer events on it. */
const useColours = (props: SuggestInputProps, input: RefObject<HTMLInputElement | null>) => {
  const { onPoint } = props;
  const overlay = useRef<HTMLDivElement>(null);
  const pieces = findColouredPieces(props);
  const follow = (): void => {
    if (overlay.current && input.current) overlay.current.scrollLeft = input.current.scrollLeft;
  };
  // Scroll the copy after these changes only, not after each render, because reading a scroll position forces
  // a layout.
  useEffect(follow, [props.value, pieces !== undefined]);
  const onMouseMove = (event: MouseEvent): void => {
    if (!onPoint || !pieces) return;
    const under = findPieceUnder(overlay.current, event);
    const piece = under && pieces[under.index];
    if (piece && piece.kind !== 'plain') onPoint(piece, under.rect);
    else onPoint();
  };
  /** Explains the piece at the cursor. Returns false if the cursor is not in a colored piece. */
  const explain = (): boolean => {
    const own = input.current;
    const [piece, index = 0] = (own && pieces && findPieceAt(pieces, own.selectionStart ?? 0)) ?? [];
    const rect = overlay.current?.children[index]?.getBoundingClientRect();
    if (!own || !piece || !rect) return false;
    props.onExplain?.(piece, rect, () => own.focus());
    return true;
  };
  return {
    overlay,
    pieces,
    explain,
    events: { onScroll: follow, onMouseMove, onMouseLeave: () => onPoint?.() },
  };
};

/** Describes the pieces that have no value. */
const describeUnresolved = (pieces: readonly Piece[] = []): string | undefined =>
  pieces
    .filter(({ resolves }) => !resolves)
    .map(({ text }) => `${text} has no value`)
    .join(', ') || undefined;

/** Attributes of the input for the browser and for screen readers. */
const getInputAttributes = ({ label, value, placeholder, suggest, pieces, ...rest }: SuggestInputProps) => ({
  type: rest.isSecret === true ? 'password' : 'text',
  'aria-label': label,
  'aria-describedby': rest.describedBy,
  'aria-description': rest.describedBy === undefined ? describeUnresolved(pieces) : undefined,
  ...(suggest ? { 'aria-autocomplete': 'list' as const } : {}),
  ...(rest.isInvalid === true ? { 'aria-invalid': true } : {}),
  placeholder,
  readOnly: rest.isReadOnly,
  autoComplete: 'off',
  spellCheck: false,
  value,
  onPaste: rest.onPaste,
});

/**
 * A text input whose pieces are colored and completed. It is a plain input under a colored copy of its text, so
 * even a hundred of them render immediately, and undo, composition and screen readers work as in any input.
 */
export const SuggestInput = (props: SuggestInputProps) => {
  const own = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? own;
  const id = useId();
  const { open, refresh, close, moveTo, take, onKeyDown } = useSuggestions(
    input,
    props.suggest,
    props.onEnter,
  );
  const { overlay, pieces, explain, events } = useColours(props, input);
  return (
    <span className={joinClasses('suggest-input', props.className)} data-coloured={pieces !== undefined}>
      {pieces && <ColouredText pieces={pieces} overlay={overlay} />}
      <input
        ref={input}
        {...getInputAttributes(props)}
        {...(open ? { 'aria-controls': id } : {})}
        {...(open && open.active >= 0 ? { 'aria-activedescendant': getOptionId(id, open.active) } : {})}
        {...events}
        onChange={({ target }) => {
          props.onChange(target.value);
          refresh();
        }}
        onBlur={() => {
          close();
          props.onBlur?.();
        }}
        onKeyDown={(event) => {
          if (event.altKey && event.key === 'Enter' && explain()) event.preventDefault();
          else onKeyDown(event);
        }}
      />
      {open && (
        <span className="k-menu k-list suggestions" style={getPopupStyle(input.current)}>
          <OptionList
            id={id}
            label={`Suggestions for ${props.label}`}
            options={open.options.map((option) => ({
              ...option,
              value: option.label,
              title: option.label,
              note: option.detail,
            }))}
            at={open.active}
            chosen={undefined}
            onAt={moveTo}
            onTake={take}
          />
        </span>
      )}
    </span>
  );
};
