import * as Context from '@radix-ui/react-context-menu';
import * as Dropdown from '@radix-ui/react-dropdown-menu';
import { Check, ChevronRight, type LucideIcon } from 'lucide-react';
import { createContext, type ReactElement, type ReactNode, type SyntheticEvent, use } from 'react';

import { Kbd } from '../badge.js';

/**
 * The Radix components of the enclosing menu. Dropdown and context menus have the same entries, made of
 * different components.
 */
const MenuParts = createContext<typeof Dropdown | typeof Context>(Dropdown);

/** Events in a menu bubble through React to the component that declares the menu, such as a row that handles keys. */
const stopPropagation = (event: SyntheticEvent): void => {
  event.stopPropagation();
};

interface ContentProps {
  readonly children: ReactNode;
  /** Called instead of returning the focus to the trigger; prevent the event's default to focus something else. */
  readonly onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

export interface MenuProps extends ContentProps {
  /** The control that opens the menu. It must accept a ref and the props of a button. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
}

/** A menu below a button. Its entries are MenuItem, MenuCheck, MenuChoice, MenuSeparator, MenuLabel and SubMenu. */
export const Menu = ({
  trigger,
  align = 'start',
  side = 'bottom',
  isOpen,
  onOpen,
  onCloseAutoFocus,
  children,
}: MenuProps) => (
  <Dropdown.Root
    modal={false}
    {...(isOpen === undefined ? {} : { open: isOpen })}
    {...(onOpen ? { onOpenChange: onOpen } : {})}
  >
    <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
    <Dropdown.Portal>
      <Dropdown.Content
        className="k-menu"
        align={align}
        side={side}
        sideOffset={4}
        collisionPadding={8}
        onClick={stopPropagation}
        onKeyDown={stopPropagation}
        {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
      >
        <MenuParts value={Dropdown}>{children}</MenuParts>
      </Dropdown.Content>
    </Dropdown.Portal>
  </Dropdown.Root>
);

export interface ContextMenuProps extends ContentProps {
  /** The element to which the menu belongs. A right click or the menu key on it opens the menu. */
  readonly target: ReactElement;
  readonly onOpen?: (isOpen: boolean) => void;
}

/** A context menu, with the entries of a Menu. */
export const ContextMenu = ({ target, onOpen, onCloseAutoFocus, children }: ContextMenuProps) => (
  <Context.Root modal={false} {...(onOpen ? { onOpenChange: onOpen } : {})}>
    <Context.Trigger asChild>{target}</Context.Trigger>
    <Context.Portal>
      <Context.Content
        className="k-menu"
        collisionPadding={8}
        onClick={stopPropagation}
        onKeyDown={stopPropagation}
        {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
      >
        <MenuParts value={Context}>{children}</MenuParts>
      </Context.Content>
    </Context.Portal>
  </Context.Root>
);

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly onSelect: (event: Event) => void;
  readonly icon?: LucideIcon;
  readonly keys?: string | undefined;
  /** Shown in gray at the end, such as a path. */
  readonly note?: string | undefined;
  /** Marks a destructive action: the entry is red, and a MenuSeparator separates it from the others. */
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly title?: string;
}

const Start = ({ icon: Icon }: { readonly icon: LucideIcon | undefined }) => (
  <span className="k-menu-start">{Icon && <Icon className="k-icon" aria-hidden="true" />}</span>
);

/** An entry that performs an action. */
export const MenuItem = ({
  children,
  onSelect,
  icon,
  keys,
  note,
  isDanger = false,
  isDisabled = false,
  title,
}: MenuItemProps) => {
  const { Item } = use(MenuParts);
  return (
    <Item
      className="k-menu-item"
      data-danger={isDanger || undefined}
      disabled={isDisabled}
      onSelect={onSelect}
      {...(title === undefined ? {} : { title })}
    >
      <Start icon={icon} />
      <span className="k-menu-words">{children}</span>
      {note !== undefined && <span className="k-menu-note">{note}</span>}
      {keys !== undefined && <Kbd keys={keys} />}
    </Item>
  );
};

/** An entry that is on or off. */
export const MenuCheck = ({
  children,
  isOn,
  onChange,
}: {
  readonly children: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => {
  const { CheckboxItem } = use(MenuParts);
  return (
    <CheckboxItem className="k-menu-item" checked={isOn} onCheckedChange={onChange}>
      <Start icon={isOn ? Check : undefined} />
      <span className="k-menu-words">{children}</span>
    </CheckboxItem>
  );
};

/** A group of entries, one of which is chosen. */
export const MenuChoice = <V extends string>({
  value,
  options,
  onChange,
}: {
  readonly value: V | undefined;
  readonly options: readonly {
    readonly value: V;
    readonly title: ReactNode;
    /** What typing letters finds the entry by, if the title is more than text. */
    readonly text?: string;
    readonly note?: string | undefined;
  }[];
  readonly onChange: (value: V) => void;
}) => {
  const { RadioGroup, RadioItem } = use(MenuParts);
  return (
    <RadioGroup value={value ?? ''} onValueChange={(next) => onChange(next as V)}>
      {options.map(({ value: own, title, text, note }) => (
        <RadioItem
          key={own}
          className="k-menu-item"
          value={own}
          {...(text === undefined ? {} : { textValue: text })}
        >
          <Start icon={own === value ? Check : undefined} />
          <span className="k-menu-words">{title}</span>
          {note !== undefined && <span className="k-menu-note">{note}</span>}
        </RadioItem>
      ))}
    </RadioGroup>
  );
};

/** A line between groups of entries. */
export const MenuSeparator = () => {
  const { Separator } = use(MenuParts);
  return <Separator className="k-menu-line" />;
};

/** A heading above a group of entries. */
export const MenuLabel = ({ children }: { readonly children: ReactNode }) => {
  const { Label } = use(MenuParts);
  return <Label className="k-menu-label">{children}</Label>;
};

/** An entry that opens a submenu beside it. */
export const SubMenu = ({
  title,
  icon,
  children,
}: {
  readonly title: ReactNode;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}) => {
  const { Sub, SubTrigger, SubContent, Portal } = use(MenuParts);
  return (
    <Sub>
      <SubTrigger className="k-menu-item">
        <Start icon={icon} />
        <span className="k-menu-words">{title}</span>
        <ChevronRight className="k-icon" aria-hidden="true" />
      </SubTrigger>
      <Portal>
        <SubContent
          className="k-menu"
          collisionPadding={8}
          onClick={stopPropagation}
          onKeyDown={stopPropagation}
        >
          {children}
        </SubContent>
      </Portal>
    </Sub>
  );
};
