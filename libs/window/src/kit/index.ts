import './base.css';
import './controls.css';
import './floating.css';
import './content.css';

export { Badge, type Tone } from './badge.js';
export {
  Button,
  type ButtonProps,
  IconButton,
  type IconButtonProps,
  SplitButton,
  type SplitButtonProps,
} from './button.js';
export { joinClasses } from './classes.js';
export { CodeDiff, CodeEditor, CodeViewer } from './code/code-editor.js';
export type { CodeDiffProps } from './code/code-mirror-diff.js';
export type { Language } from './code/code-mirror.js';
export type { GraphqlHelp } from './code/graphql-support.js';
export { Combobox, type ComboboxProps } from './fields/combobox.js';
export { CopyAddress, CopyButton } from './copy-address.js';
export { Dialog, type DialogProps } from './overlays/dialog.js';
export { EmptyState } from './empty-state.js';
export { rememberFocus } from './overlays/dialog.js';
export { Field, type FieldProps } from './fields/field.js';
export { Findable } from './findable.js';
export { HtmlPreview } from './html-preview/html-preview.js';
export { Kbd } from './badge.js';
export { Choice, LabelledControl, isOnlyVariables, TextLine, VariableLine } from './fields/field.js';
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
} from './overlays/menu.js';
export { findStepTarget } from './fields/option-list.js';
export { findTreeTarget } from './tree-target.js';
export { Method, formatMethod } from './badge.js';
export { type Option } from './fields/option-list.js';
export { PairTable } from './fields/pair-table.js';
export { PickDialog } from './overlays/pick-dialog.js';
export type { Pick } from './overlays/pick-list.js';
export { Popover, type PopoverProps } from './overlays/popover.js';
export { OfferUndoContext, formatRowName, useRemoval } from './fields/pair-table.js';
export { RowsEditor } from './fields/pair-table.js';
export { findScroller, RowTable, TableRow, TableRows } from './fields/row-table.js';
export { Rows } from './rows.js';
export { SegmentedControl, type SegmentedProps } from './fields/segmented.js';
export { Select, type SelectProps } from './fields/select.js';
export { type Column, Table, type TableProps } from './table.js';
export { type TabItem, Tabs, type TabsProps } from './tabs.js';
export { Toast, ToastList } from './overlays/toast.js';
export { Tooltip, TooltipProvider } from './overlays/tooltip.js';
export { saveFile } from './save-file.js';
export {
  matchScores,
  type Piece,
  rankItems,
  scoreMatch,
  type Suggestions,
  suggestWords,
  replaceInputText,
} from './fields/suggest.js';
export { SuggestInput } from './fields/suggest-input.js';
export { type VariableHelp, VariableHelpContext, VariableInput } from './fields/suggest-input.js';
export { isListOverlay, useIsNarrow, useIsListOverlay, useMedia, useOverflow } from './use-overflow.js';
