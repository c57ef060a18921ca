import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The style of all code editors, which are in a shadow root that the page's styles do not reach. */
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
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 6px',
    padding: '4px 28px 4px 6px',
    font: '12px/20px var(--sans)',
    '& br': { display: 'none' },
    '& label': { display: 'flex', alignItems: 'center', gap: '2px', fontSize: 'inherit', margin: '0' },
    '& input[type=checkbox]': { accentColor: 'var(--accent)', margin: '0 2px 0 0' },
    '& input, & button, & label': { margin: '0' },
    '& [name=close]': { top: '4px', right: '6px', width: '20px', fontSize: '16px', color: 'var(--quiet)' },
  },
  '.cm-textfield': {
    flex: '1 1 100px',
    minWidth: '0',
    padding: '0 6px',
    font: 'inherit',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--line)',
    borderRadius: '3px',
  },
  '.cm-button': {
    padding: '0 8px',
    font: 'inherit',
    background: 'var(--ground)',
    border: '1px solid var(--line)',
    borderRadius: '3px',
    cursor: 'pointer',
    '&:hover, &:active': { background: 'var(--hover)' },
  },
  '.cm-panels :focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-count': { color: 'var(--quiet)', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  '.cm-searchMatch': { backgroundColor: 'var(--chosen)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxWidth: '560px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', display: 'flex', gap: '16px' },
  '.cm-completionDetail': { marginLeft: 'auto', fontStyle: 'normal', color: 'var(--quiet)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--chosen)', color: 'var(--text)' },
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
