export { CodeEditor, type Language } from './code-editor/code-editor.js';
export { CopyAddress, CopyButton } from './copy-address.js';
export { HtmlPreview } from './html-preview/html-preview.js';
export { Choice, Labelled, TextLine } from './labelled.js';
export { Method, methodWord } from './method.js';
export { PairTable } from './pair-table.js';
export { type Pick, PickDialog } from './pick-dialog.js';
export { Rows } from './rows.js';
export { useIsNarrow, useIsSlim, useMedia } from './use-media.js';
