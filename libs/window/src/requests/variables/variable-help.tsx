import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';

import { splitUrlPieces, lookUp, getTokenName, type Names, listVariableNames } from '../url/resolve-url.js';
import { useNames } from './use-names.js';
import {
  type Piece,
  type Suggestions,
  type VariableHelp,
  VariableHelpContext,
  rankItems,
} from '../../kit/index.js';
import { lazy } from '../../served/lazy.js';
import { loadPart } from '../../served/trust.js';

/** The incomplete `{{token}}` around a cursor. */
interface OpenToken {
  /** The range that a completion replaces: from the opening braces to its end. */
  readonly from: number;
  readonly to: number;
  readonly typed: string;
}

/** Finds the token that is being typed at `caret`, if any. */
export const findTokenAt = (text: string, caret: number): OpenToken | undefined => {
  const from = text.lastIndexOf('{{', caret - 2);
  if (from < 0 || caret < from + 2) return undefined;
  const typed = text.slice(from + 2, caret);
  if (/[{}\n]/.test(typed)) return undefined;
  const [rest = ''] = /^[^{}\s"'/?&#]*\}\}/.exec(text.slice(caret)) ?? [];
  return { from, to: caret + rest.length, typed: typed.trim() };
};

/** A variable that matches the typed text. */
interface VariableOffer {
  readonly name: string;
  /** The value, or a placeholder if the page does not know it. */
  readonly value: string;
  readonly source: string;
}

/** Maximum length of a value in the list, in characters. */
const maxValueLength = 40;

const truncateValue = (value: string): string =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;

/**
 * Lists the variables whose names match the typed text, best match first. Dynamic variables come last, and only once a person has
 * typed something, because there are many.
 */
export const listVariableOffers = (typed: string, names: Names): readonly VariableOffer[] => {
  const isDynamic = (name: string): boolean => name.startsWith('$');
  const all = listVariableNames(names);
  const own = all.filter((name) => !isDynamic(name));
  const dynamic = typed === '' ? [] : all.filter(isDynamic);
  return [own, dynamic]
    .flatMap((offered) => rankItems(offered, (name) => name, typed))
    .flatMap((name) => {
      const found = lookUp(name, names);
      return found === undefined ? [] : [{ name, value: truncateValue(found.value), source: found.source }];
    });
};

const loadCard = () => loadPart(() => import('./variable-card.js'));
const VariableCard = lazy(async () => ({ default: (await loadCard()).VariableCard }));

/**
 * The pointer must rest on a variable this long until its card opens, and the card stays open this long after the pointer has left. In
 * milliseconds.
 */
const cardDelays = { show: 250, hide: 300 } as const;

interface OpenHelp {
  readonly piece: Piece;
  readonly rect: DOMRect;
  /** Returns the focus; absent if the pointer has opened the card. */
  readonly back?: () => void;
}

/** Manages the open card. A card that the pointer has opened closes when the pointer has left the variable and the card. */
const useCard = () => {
  const [shown, setShown] = useState<OpenHelp>();
  const timer = useRef<number>(undefined);
  const later = (ms: number, next: OpenHelp | undefined): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(setShown, ms, next);
  };
  return {
    shown,
    open: (piece: Piece, rect: DOMRect, back: () => void): void => {
      window.clearTimeout(timer.current);
      setShown({ piece, rect, back });
    },
    point: (piece?: Piece, rect?: DOMRect): void => {
      // A card that a key has opened stays open until it is closed.
      if (shown?.back) return;
      if (piece && rect) later(cardDelays.show, { piece, rect });
      else later(cardDelays.hide, undefined);
    },
    stay: (): void => {
      window.clearTimeout(timer.current);
    },
    leave: (): void => {
      later(cardDelays.hide, undefined);
    },
    close: (): void => {
      shown?.back?.();
      // The previous card has just lost the focus, and its timer would close the new one.
      window.clearTimeout(timer.current);
      setShown(undefined);
    },
  };
};

/**
 * Provides inputs with the variables of the active environment and the folders: with colors, completion, and a card for each variable.
 */
export const VariableHelpProvider = ({
  onEnvironments,
  onFolder,
  children,
}: {
  /** Opens the environments. */
  readonly onEnvironments: () => void;
  /** Opens a folder by its path, or the workspace by "". */
  readonly onFolder: (path: string) => void;
  readonly children: ReactNode;
}) => {
  const names = useNames();
  const card = useCard();
  // Loaded soon after the page, so that the first card opens immediately.
  useEffect(() => void loadCard(), []);
  const latest = useRef(card);
  latest.current = card;
  const help = useMemo(
    (): VariableHelp => ({
      piecesOf: (text) =>
        splitUrlPieces(text).map((piece): Piece => {
          if (piece.kind !== 'variable') return { kind: 'plain', text: piece.text, resolves: true };
          const value = lookUp(getTokenName(piece.text), names)?.value;
          return { ...piece, value, resolves: value !== undefined };
        }),
      suggest: (text, caret): Suggestions | undefined => {
        const token = findTokenAt(text, caret);
        if (token === undefined) return undefined;
        const options = listVariableOffers(token.typed, names).map(({ name, value, source }) => ({
          label: name,
          detail: `${value} · ${source}`,
          insert: `{{${name}}}`,
        }));
        return { from: token.from, to: token.to, options };
      },
      point: (piece, rect) => latest.current.point(piece, rect),
      open: (piece, rect, back) => latest.current.open(piece, rect, back),
    }),
    [names],
  );
  return (
    <VariableHelpContext value={help}>
      {children}
      <Suspense>
        {card.shown && (
          <VariableCard
            key={card.shown.piece.text}
            {...card.shown}
            names={names}
            onEnvironments={onEnvironments}
            onFolder={onFolder}
            onStay={card.stay}
            onLeave={card.leave}
            onClose={card.close}
          />
        )}
      </Suspense>
    </VariableHelpContext>
  );
};
