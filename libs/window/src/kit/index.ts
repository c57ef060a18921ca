import './base.css';
import './controls.css';
import './floating.css';
import './content.css';

export { Badge, type Tone } from './badge.js';
export { Button, type ButtonProps } from './button.js';
export { classes } from './classes.js';
export { CodeDiff, type CodeDiffProps } from './code-diff/code-diff.js';
export { CodeEditor, type GraphqlHelp, type Language } from './code-editor/code-editor.js';
export { Combobox, type ComboboxProps } from './combobox.js';
export { CodeViewer } from './code-viewer/code-viewer.js';
export { CopyAddress, CopyButton } from './copy-address.js';
export { Dialog, type DialogProps } from './dialog.js';
export { EmptyState } from './empty-state.js';
export { rememberFocus } from './focus-back.js';
export { Field, type FieldProps } from './field.js';
export { Findable } from './findable.js';
export { HtmlPreview } from './html-preview/html-preview.js';
export { IconButton, type IconButtonProps } from './icon-button.js';
export { Kbd } from './kbd.js';
export { Choice, LabelledControl, isOnlyVariables, TextLine, VariableLine } from './labelled.js';
export {
  ContextMenu,
  type ContextMenuProps,
  Menu,
  MenuCheck,
  MenuChoice,
  MenuItem,
  type MenuItemProps,
  MenuLabel,
  type MenuProps,
  MenuSeparator,
  SubMenu,
} from './menu.js';
export { listStep } from './list-steps.js';
export { treeTarget } from './tree-target.js';
export { Method, methodWord } from './method.js';
export { type Option } from './option-list.js';
export { PairTable } from './pair-table.js';
export { PickDialog } from './pick-dialog/pick-dialog.js';
export type { Pick } from './pick-dialog/pick-list.js';
export { Popover, type PopoverProps } from './popover.js';
export { OfferUndoContext, formatRowName, useRemoval } from './removal.js';
export { RowsEditor } from './rows-editor.js';
export { Rows } from './rows.js';
export { SegmentedControl, type SegmentedProps } from './segmented.js';
export { Select, type SelectProps } from './select.js';
export { SplitButton, type SplitButtonProps } from './split-button.js';
export { type Column, Table, type TableProps } from './table.js';
export { type TabItem, Tabs, type TabsProps } from './tabs.js';
export { Toast, ToastList } from './toast.js';
export { Tooltip, TooltipProvider } from './tooltip.js';
export { saveFile } from './save-file.js';
export { type Piece, type Suggestions, suggestWords } from './suggest-input/suggest.js';
export { SuggestInput } from './suggest-input/suggest-input.js';
export { typeInto } from './suggest-input/use-suggestions.js';
export { type VariableHelp, VariableHelpContext, VariableInput } from './suggest-input/variable-input.js';
export { useOverflow } from './use-overflow.js';
export { useIsNarrow, useIsSlim, useMedia } from './use-media.js';
