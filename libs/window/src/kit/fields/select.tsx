import * as Radix from '@radix-ui/react-popover';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';

import { joinClasses } from '../classes.js';
import { ListPopover, type Option, OptionList, getOptionId, findStepTarget } from './option-list.js';

export interface SelectProps<V extends string> {
  /** The accessible name. */
  readonly label: string;
  readonly value: V | undefined;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  /** `quiet` has a border only when it is hovered or focused. */
  readonly look?: 'boxed' | 'quiet';
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** Maximum time between letters of one search, in milliseconds. */
const maxTypingGapMs = 700;

/**
 * Returns a function that finds the next option that starts with the typed text. Repeating one letter moves
 * to the next such option.
 */
const useTypeahead = (titles: readonly string[]) => {
  const typed = useRef({ text: '', at: 0 });
  return (key: string, from: number): number => {
    const now = performance.now();
    const before = now - typed.current.at < maxTypingGapMs ? typed.current.text : '';
    const text = before === key.toLowerCase() ? before : before + key.toLowerCase();
    typed.current = { text, at: now };
    const start = text.length === 1 ? from + 1 : Math.max(from, 0);
    const order = titles.map((_, index) => (start + index) % titles.length);
    return order.find((index) => titles[index]?.toLowerCase().startsWith(text)) ?? from;
  };
};

const confirmKeys: ReadonlySet<string> = new Set(['Enter', ' ', 'Tab']);

/** Manages the active option, and handles the keys of the closed and the open list. */
const useChoice = <V extends string>({
  value,
  options,
  onChange,
}: Pick<SelectProps<V>, 'value' | 'options' | 'onChange'>) => {
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const find = useTypeahead(options.map(({ title }) => title));
  /** The option taken since the last change of the value, which may still be on its way to the server. */
  const [taken, setTaken] = useState({ value, since: value });
  const latest = taken.since === value ? taken.value : value;
  const open = (isNowOpen: boolean): void => {
    setIsOpen(isNowOpen);
    setAt(options.findIndex((option) => option.value === value));
  };
  const take = (option: Option<V> | undefined): void => {
    setIsOpen(false);
    if (!option || (option.value === value && option.value === latest)) return;
    setTaken({ value: option.value, since: value });
    onChange(option.value);
  };
  const hear = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const target = findStepTarget(key, at, options.length - 1);
    const isTyped = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
    if (isOpen && confirmKeys.has(key)) take(options[at]);
    else if (isOpen && target !== undefined) setAt(target);
    else if (!isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) open(true);
    else if (isTyped) {
      if (!isOpen) open(true);
      setAt((from) => find(key, from));
    } else return;
    if (key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  return { isOpen, at, setAt, open, take, hear };
};

/** A choice from a list: a button that shows the chosen option and opens the list below it. */
export const Select = <V extends string>({
  label,
  value,
  options,
  onChange,
  placeholder = 'None',
  look = 'boxed',
  isDisabled = false,
  className,
}: SelectProps<V>) => {
  const list = useId();
  const { isOpen, at, setAt, open, take, hear } = useChoice({ value, options, onChange });
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root open={isOpen} onOpenChange={open}>
      <Radix.Trigger
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-controls={list}
        className={joinClasses('k-select', className)}
        data-look={look}
        disabled={isDisabled}
        onKeyDown={hear}
        {...(isOpen && at >= 0 ? { 'aria-activedescendant': getOptionId(list, at) } : {})}
      >
        {chosen?.mark}
        <span className="k-select-value">{chosen?.title ?? placeholder}</span>
        <ChevronDown className="k-icon" aria-hidden="true" />
      </Radix.Trigger>
      <ListPopover>
        <OptionList
          id={list}
          label={label}
          options={options}
          at={at}
          chosen={value}
          onAt={setAt}
          onTake={take}
        />
      </ListPopover>
    </Radix.Root>
  );
};
