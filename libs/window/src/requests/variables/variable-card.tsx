import { useQueryClient } from '@tanstack/react-query';
import { processVariablePrefix } from '@tandem/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { queryKeys } from '../../link/query-keys.js';
import { getTokenName, listOverridden, lookUp, type Names, type ResolvedName } from '../url/resolve-url.js';
import type { Piece } from '../../kit/index.js';
import { CreateVariable } from './create-variable.js';

interface Props {
  readonly piece: Piece;
  /** The position of the variable in the window, in pixels. */
  readonly rect: DOMRect;
  /** Returns the focus to where it was when a key opened the card; absent if the pointer opened it. */
  readonly back?: () => void;
  readonly names: Names;
  readonly onEnvironments: () => void;
  /** Opens a folder by its path, or the workspace by "". */
  readonly onFolder: (path: string) => void;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

const Parameter = ({ piece }: Pick<Props, 'piece'>) => (
  <>
    {piece.value === undefined ? <p className="bad">No value</p> : <code>{piece.value}</code>}
    <p className="quiet">Path parameter: set it in Params.</p>
  </>
);

/** The text for the origin of a value. */
const describeSource = ({ kind, source }: ResolvedName): string =>
  kind === 'own' ? 'A variable of this request: set it in Variables.' : source;

/** The other values of a variable, in the order in which they would be used. */
const OtherValues = ({ values }: { readonly values: readonly ResolvedName[] }) =>
  values.length > 0 && (
    <>
      <p className="quiet">Used instead of</p>
      <ul>
        {values.map((one, at) => (
          <li key={at} className="quiet">
            <code>{one.value === '' ? 'empty' : one.value}</code> {one.source}
          </li>
        ))}
      </ul>
    </>
  );

const Variable = (props: Props & { readonly overridden: readonly ResolvedName[] }) => {
  const name = getTokenName(props.piece.text);
  const { environment } = props.names;
  const queries = useQueryClient();
  const isOfProcess = name.startsWith(processVariablePrefix);
  // Read the .env file again each time: the server does not announce changes of it.
  useEffect(() => {
    if (isOfProcess) void queries.invalidateQueries({ queryKey: queryKeys.providedSecrets });
  }, [isOfProcess, queries]);
  const found = lookUp(name, props.names);
  // Keep the form until the card closes. The variable may exist before the response to its creation arrives, and removing the form would
  // lose the focus.
  const [isNew] = useState(found === undefined);
  const edit = (
    <button
      type="button"
      className="link"
      onClick={() => {
        props.onClose();
        if (found?.folder === undefined) props.onEnvironments();
        else props.onFolder(found.folder);
      }}
    >
      {found === undefined ? 'Environments' : 'Edit'}
    </button>
  );
  if (isOfProcess && found === undefined)
    return (
      <>
        <p className="bad">No value</p>
        <p className="quiet">
          Write {name.slice(processVariablePrefix.length)}=… into the .env file next to opencollection.yml.
        </p>
      </>
    );
  if ((isNew && !isOfProcess) || found === undefined)
    return (
      <>
        <p className="bad">No value</p>
        {environment === undefined ? (
          <>
            <p className="quiet">No environment is active, so there is nowhere to create it.</p>
            {edit}
          </>
        ) : (
          <CreateVariable name={name} environment={environment} onCreate={props.onClose} />
        )}
      </>
    );
  return (
    <>
      <code>{found.value === '' ? <em className="quiet">empty</em> : found.value}</code>
      <p className="row quiet">
        {describeSource(found)} {!['built-in', 'own'].includes(found.kind) && edit}
      </p>
      <OtherValues values={props.overridden} />
    </>
  );
};

/** The width of a card, the space that it needs below a variable, and that for each other value, in pixels. */
const cardSize = { width: 320, height: 140, lineHeight: 20 } as const;

/** Explains a variable: its value, its origin, and how to change it. */
export const VariableCard = (props: Props) => {
  const { piece, rect, back, names, onStay, onLeave, onClose } = props;
  const card = useRef<HTMLDivElement>(null);
  // Move the focus before the card is painted, so that the card receives the next key press.
  useLayoutEffect(() => {
    if (back) (card.current?.querySelector<HTMLElement>('input, button') ?? card.current)?.focus();
  }, [back]);
  // A card opened by the pointer does not take the focus, but Escape must close it (WCAG 2.2, 1.4.13).
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener('keydown', close, true);
    return () => {
      window.removeEventListener('keydown', close, true);
    };
  }, [onClose]);
  const leave = (): void => {
    if (card.current?.contains(document.activeElement) !== true) onLeave();
  };
  const overridden = piece.kind === 'parameter' ? [] : listOverridden(getTokenName(piece.text), names);
  const height = cardSize.height + overridden.length * cardSize.lineHeight;
  const isBelow = rect.bottom + height < window.innerHeight;
  return (
    <div
      ref={card}
      className="variable-card"
      role="dialog"
      tabIndex={-1}
      aria-label={piece.text}
      style={{
        left: Math.max(4, Math.min(rect.left, window.innerWidth - cardSize.width - 4)),
        width: cardSize.width,
        ...(isBelow ? { top: rect.bottom + 4 } : { bottom: window.innerHeight - rect.top + 4 }),
      }}
      onMouseEnter={onStay}
      onMouseLeave={leave}
      onBlur={({ relatedTarget }) => {
        if (card.current?.contains(relatedTarget) !== true) onLeave();
      }}
    >
      <strong>{piece.text}</strong>
      {piece.kind === 'parameter' ? (
        <Parameter piece={piece} />
      ) : (
        <Variable {...props} overridden={overridden} />
      )}
    </div>
  );
};
