import { type KeyboardEvent, type RefObject, useState } from 'react';

import type { Suggestion, Suggestions } from './suggest.js';

/** Puts `text` in place of a part of an input as if it were typed, so that the input's own undo takes it back. */
export const typeInto = (input: HTMLInputElement, from: number, to: number, text: string): void => {
  input.focus();
  input.setSelectionRange(from, to);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else leaves the field's own undo as it is
  if (text !== '') document.execCommand('insertText', false, text);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
  else if (from !== to) document.execCommand('delete');
};

interface Open extends Suggestions {
  readonly active: number;
}

/** The list of suggestions of an input: when it is open, which one is active, and its keys. */
export const useSuggestions = (
  input: RefObject<HTMLInputElement | null>,
  suggest: ((text: string, caret: number) => Suggestions | undefined) | undefined,
  onEnter: (() => void) | undefined,
) => {
  const [open, setOpen] = useState<Open>();
  const close = (): void => {
    setOpen(undefined);
  };
  const refresh = (): void => {
    if (input.current === null) return;
    const { value, selectionStart } = input.current;
    const found = suggest?.(value, selectionStart ?? value.length);
    setOpen(found && found.options.length > 0 ? { ...found, active: found.active ?? 0 } : undefined);
  };
  const take = (option: Pick<Suggestion, 'insert'>): void => {
    if (input.current && open) typeInto(input.current, open.from, open.to, option.insert);
    close();
  };
  const step = (by: number): void => {
    if (open === undefined) return;
    const { length } = open.options;
    setOpen({
      ...open,
      active: open.active < 0 && by < 0 ? length - 1 : (open.active + by + length) % length,
    });
  };
  const moveTo = (active: number): void => {
    if (open && open.active !== active) setOpen({ ...open, active });
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
