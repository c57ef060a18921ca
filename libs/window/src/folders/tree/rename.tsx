import { type KeyboardEvent, useRef, useState } from 'react';

interface Props {
  readonly name: string;
  /** Called once, with the new name or with undefined if it is to stay. */
  readonly onDone: (name: string | undefined) => void;
}

/** A name that is edited in its place: Enter and a click elsewhere keep it, Escape does not. */
export const Rename = ({ name, onDone }: Props) => {
  const [text, setText] = useState(name);
  const isDone = useRef(false);
  const finish = (next: string | undefined): void => {
    // Leaving the page makes the field lose the focus once more.
    if (isDone.current) return;
    isDone.current = true;
    const wanted = next?.trim();
    onDone(wanted === '' || wanted === name ? undefined : wanted);
  };
  const hear = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(text);
    if (event.key === 'Escape') finish(undefined);
  };
  return (
    <input
      className="name"
      aria-label="New name"
      autoFocus
      value={text}
      onFocus={({ currentTarget }) => {
        currentTarget.select();
      }}
      onChange={({ target }) => {
        setText(target.value);
      }}
      onKeyDown={hear}
      onBlur={() => {
        finish(text);
      }}
      onClick={(event) => {
        event.stopPropagation();
      }}
      onContextMenu={(event) => {
        // The field has the browser's menu, not that of its row.
        event.stopPropagation();
      }}
    />
  );
};
