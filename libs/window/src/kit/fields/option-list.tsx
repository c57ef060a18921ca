import { Check, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import * as Radix from '@radix-ui/react-popover';

const keySteps = new Map<string, (at: number, last: number) => number>([
  ['ArrowDown', (at, last) => Math.min(at + 1, last)],
  ['ArrowUp', (at) => Math.max(at - 1, 0)],
  ['PageDown', (at, last) => Math.min(at + 10, last)],
  ['PageUp', (at) => Math.max(at - 10, 0)],
  ['Home', () => 0],
  ['End', (_, last) => last],
]);

/** Returns the index to which a key moves in a list; undefined for any other key. */
export const findStepTarget = (key: string, at: number, last: number): number | undefined =>
  keySteps.get(key)?.(at, last);

interface ListPopoverProps {
  readonly children: ReactNode;
  /** Called for a click or a focus outside of the popup. Prevent the event's default to keep the popup open. */
  readonly onInteractOutside?: (event: Event) => void;
}

const keepFocus = (event: Event): void => {
  event.preventDefault();
};

/** The popup with the options of a Select or Combobox. It never takes the focus from the control. */
export const ListPopover = ({ children, onInteractOutside }: ListPopoverProps) => (
  <Radix.Portal>
    <Radix.Content
      role="presentation"
      className="k-menu k-list"
      align="start"
      sideOffset={4}
      collisionPadding={8}
      onOpenAutoFocus={keepFocus}
      onCloseAutoFocus={keepFocus}
      {...(onInteractOutside ? { onInteractOutside } : {})}
    >
      {children}
    </Radix.Content>
  </Radix.Portal>
);

/** An option. */
export interface Option<V extends string = string> {
  readonly value: V;
  readonly title: string;
  readonly icon?: LucideIcon;
  /** Shown before the title, such as a color dot. */
  readonly mark?: ReactNode;
  /** Shown in gray at the end. */
  readonly note?: string | undefined;
}

interface Props<V extends string, O extends Option<V>> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly O[];
  /** The index of the active option. */
  readonly at: number;
  readonly chosen: V | undefined;
  readonly onAt: (index: number) => void;
  readonly onTake: (option: O) => void;
}

/** Returns the id of an option, which the control references as its active descendant. */
export const getOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** Lists the options of a select or a combobox. The focus stays in the control. */
export const OptionList = <V extends string, O extends Option<V>>({
  id,
  label,
  options,
  at,
  chosen,
  onAt,
  onTake,
}: Props<V, O>) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className="k-options">
      {options.map((option, index) => {
        const { value, title, icon: Icon, mark, note } = option;
        return (
          <div
            key={value}
            id={getOptionId(id, index)}
            role="option"
            aria-selected={value === chosen}
            data-at={index === at}
            className="k-menu-item"
            onPointerDown={(event) => {
              event.preventDefault();
            }}
            onPointerMove={() => {
              onAt(index);
            }}
            onClick={(event) => {
              event.stopPropagation();
              onTake(option);
            }}
          >
            {Icon && <Icon className="k-icon" aria-hidden="true" />}
            {mark}
            <span className="k-menu-words">{title}</span>
            {note !== undefined && <span className="k-menu-note">{note}</span>}
            {value === chosen && <Check className="k-icon" aria-hidden="true" />}
          </div>
        );
      })}
    </div>
  );
};
