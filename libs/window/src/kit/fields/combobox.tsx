import * as Radix from '@radix-ui/react-popover';
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';

import { rankItems } from './suggest.js';
import { joinClasses } from '../classes.js';
import { ListPopover, type Option, OptionList, getOptionId } from './option-list.js';

export interface ComboboxProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  /** Suggestions for the typed text; any other text is allowed. */
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  /** Called when Enter is pressed without choosing an option. */
  readonly onEnter?: () => void;
  readonly placeholder?: string;
  readonly className?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Maximum number of options shown at once. */
const maxOptions = 50;

const findMatchingOptions = (options: readonly Option[], typed: string): readonly Option[] =>
  rankItems(options, ({ title }) => title, typed).slice(0, maxOptions);

/** Manages the suggestions and the active option. Before a person types, all options are listed. */
const useSuggestions = ({ value, options, onChange, onEnter }: ComboboxProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [isFiltered, setIsFiltered] = useState(false);
  const [at, setAt] = useState(-1);
  const shown = isFiltered ? findMatchingOptions(options, value) : options.slice(0, maxOptions);
  const close = (): void => {
    setIsOpen(false);
    setIsFiltered(false);
    setAt(-1);
  };
  const take = (option: Option | undefined): void => {
    if (option) onChange(option.value);
    close();
  };
  const type = (text: string): void => {
    onChange(text);
    setIsFiltered(true);
    setIsOpen(true);
    setAt(-1);
  };
  const hear = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setIsOpen(true);
      else setAt(key === 'ArrowDown' ? Math.min(at + 1, shown.length - 1) : Math.max(at - 1, -1));
    } else if (isOpen && at >= 0 && (key === 'Enter' || key === 'Tab')) {
      if (key === 'Enter') event.preventDefault();
      take(shown[at]);
    } else if (key === 'Enter') {
      close();
      onEnter?.();
    } else if (key === 'Tab') close();
  };
  return { isOpen: isOpen && shown.length > 0, at, shown, setAt, setIsOpen, close, take, type, hear };
};

/** A text input with suggestions below it. */
export const Combobox = (props: ComboboxProps) => {
  const { label, value, placeholder, className, ref } = props;
  const list = useId();
  const box = useRef<HTMLSpanElement>(null);
  const { isOpen, at, shown, setAt, setIsOpen, close, take, type, hear } = useSuggestions(props);
  return (
    <Radix.Root open={isOpen} onOpenChange={(isNowOpen) => isNowOpen || close()}>
      <Radix.Anchor asChild>
        <span ref={box} className={joinClasses('k-combobox', className)}>
          <input
            ref={ref}
            role="combobox"
            aria-label={label}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={list}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={value}
            onChange={({ target }) => {
              type(target.value);
            }}
            onClick={() => {
              setIsOpen(true);
            }}
            onKeyDown={hear}
            {...(isOpen && at >= 0 ? { 'aria-activedescendant': getOptionId(list, at) } : {})}
          />
        </span>
      </Radix.Anchor>
      <ListPopover
        onInteractOutside={(event) => {
          if (box.current?.contains(event.target as Node)) event.preventDefault();
        }}
      >
        <OptionList
          id={list}
          label={label}
          options={shown}
          at={at}
          chosen={value}
          onAt={setAt}
          onTake={take}
        />
      </ListPopover>
    </Radix.Root>
  );
};
