import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';

/** An item to pick. */
export interface Pick {
  /** Unique among the items; never empty. */
  readonly key: string;
  readonly title: string;
  readonly take: () => void;
}

export interface PickDialogProps {
  readonly title: string;
  readonly placeholder: string;
  /** Shown if nothing matches. */
  readonly emptyFor: (typed: string) => string;
  readonly picksFor: (typed: string) => readonly Pick[];
  readonly onClose: () => void;
  /** Called when the dialog has closed and no longer traps the focus. */
  readonly onGone: () => void;
}

/** Asks for an item of a list, filtered by typing. */
export const PickList = ({ title, placeholder, emptyFor, picksFor, onClose, onGone }: PickDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const gone = useRef(onGone);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
    dialog.current?.querySelector('input')?.focus();
    return () => {
      gone.current();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={title}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <Command label={title} shouldFilter={false} loop>
        <Command.Input placeholder={placeholder} value={typed} onValueChange={setTyped} />
        <Command.List>
          <Command.Empty>{emptyFor(typed)}</Command.Empty>
          {picksFor(typed).map(({ key, title: name, take }) => (
            <Command.Item
              key={key}
              value={key}
              onSelect={() => {
                take();
                onClose();
              }}
            >
              {name}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </dialog>
  );
};
