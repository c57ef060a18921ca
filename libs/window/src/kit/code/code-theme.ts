import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The style of all code editors. It is needed because they are in a shadow root, which the page's styles do not reach. */
export const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--sunk)', height: '100%', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-fault': { textDecoration: 'underline wavy var(--bad)', backgroundColor: 'var(--bad-ground)' },
  '.cm-variable': { color: 'var(--variable)', borderRadius: '3px' },
  '.cm-variable *': { color: 'inherit' },
  '.cm-unresolved': { color: 'var(--bad)', backgroundColor: 'var(--bad-ground)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--quiet)', border: 'none' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-search': {
    display: 'grid',
    gap: '4px',
    padding: '4px 6px',
    font: '12px/20px var(--sans)',
    '& > div': { display: 'flex', alignItems: 'center', gap: '2px' },
    '& input': {
      flex: '1 1 100px',
      minWidth: '0',
      height: '24px',
      padding: '0 8px',
      font: 'inherit',
      color: 'var(--text)',
      backgroundColor: 'var(--ground)',
      border: '1px solid var(--line)',
      borderRadius: 'var(--radius)',
    },
    '& input::placeholder': { color: 'var(--quiet)', opacity: '1' },
    '& button': {
      flex: 'none',
      height: '24px',
      font: 'inherit',
      color: 'var(--quiet)',
      background: 'none',
      border: '1px solid transparent',
      borderRadius: 'var(--radius)',
      cursor: 'pointer',
    },
    '& button:is(:hover, [aria-pressed=true])': { color: 'var(--text)', background: 'var(--hover)' },
    '& button[aria-pressed=true]': { borderColor: 'var(--line)' },
    '& .find-icon': { width: '24px', padding: '0', textAlign: 'center' },
    '& .find-action': {
      padding: '0 8px',
      color: 'var(--text)',
      background: 'var(--ground)',
      borderColor: 'var(--line)',
    },
    '& svg': {
      width: '14px',
      height: '14px',
      verticalAlign: '-2px',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '2',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    '& .cm-count': { padding: '0 6px' },
  },
  '.cm-panels :focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-count': { color: 'var(--quiet)', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  '.cm-searchMatch': { backgroundColor: 'var(--chosen)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
  '.cm-tooltip': {
    font: '13px/20px var(--sans)',
    color: 'var(--text)',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '200px',
    maxWidth: '560px',
    maxHeight: '240px',
    padding: '4px',
    fontFamily: 'var(--mono)',
    fontSize: '12px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    height: '28px',
    padding: '0 8px',
    borderRadius: 'var(--radius-small)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--hover)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    overflow: 'hidden',
    font: '12px/20px var(--sans)',
    color: 'var(--quiet)',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 12px', fontSize: '12px' },
  '.cm-tooltip-lint': { padding: '4px', fontSize: '12px' },
  '.cm-diagnostic': { padding: '4px 8px', borderLeftWidth: '3px', borderRadius: 'var(--radius-small)' },
  '.cm-selectionBackground, ::selection': { backgroundColor: 'var(--chosen)' },
});

/** The colors of code. */
export const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.tagName, tags.attributeName, tags.className, tags.labelName], color: 'var(--code-key)' },
  { tag: [tags.string, tags.regexp, tags.attributeValue, tags.color], color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.keyword, tags.bool, tags.null, tags.atom], color: 'var(--code-word)' },
  { tag: tags.comment, color: 'var(--quiet)' },
]);

/**
 * Opens the shadow root of an element in which CodeMirror shows a text. To the page, the element itself has the focus while the text has it.
 * When the page returns the focus to the element, the text gets it. `delegatesFocus` would choose the scrollable area around the text.
 */
export const openShadowRoot = (element: HTMLElement): ShadowRoot => {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  element.focus = (options) => root.querySelector<HTMLElement>('.cm-content')?.focus(options);
  return root;
};
