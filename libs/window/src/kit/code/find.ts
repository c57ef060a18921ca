import { getSearchQuery, openSearchPanel, searchPanelOpen } from '@codemirror/search';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

import { formatMatchCount, maxMatches } from '../findable.js';
import { findPanel } from './find-panel.js';

/** Maximum length of text in which matches are counted, in characters. */
const maxCountedLength = 2_000_000;

/** The number of matches and the selected one, as text. */
const describeSearchMatches = (state: EditorState): string => {
  const query = getSearchQuery(state);
  if (query.search === '' || !query.valid || state.doc.length > maxCountedLength) return '';
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state);
  let [count, at] = [0, 0];
  for (let match = cursor.next(); match.done !== true && count <= maxMatches; match = cursor.next()) {
    count += 1;
    if (match.value.from === from && match.value.to === to) at = count;
  }
  return formatMatchCount(count, at);
};

const showCount = (view: EditorView, words: string): void => {
  const field = view.dom.querySelector('.cm-search [name=search]');
  if (field === null) return;
  const found = field.parentElement?.querySelector('.cm-count');
  const count = found ?? document.createElement('span');
  if (!found) {
    count.className = 'cm-count';
    count.setAttribute('role', 'status');
    field.after(count);
  }
  count.textContent = words;
};

/** Opens the search of a text when its pane fires the event `find`; returns a function that removes the listener. */
export const listenForFind = (host: HTMLElement, view: () => EditorView | null): (() => void) => {
  const open = (event: Event): void => {
    const present = view();
    if (present === null) return;
    event.preventDefault();
    openSearchPanel(present);
  };
  host.addEventListener('find', open);
  return () => host.removeEventListener('find', open);
};

/** The search of a text, with the number of matches. */
export const findSupport: Extension = [
  findPanel,
  EditorView.updateListener.of(({ view, state }) => {
    if (!searchPanelOpen(state)) return;
    // The panel is rendered after this update, so the count has to wait.
    view.requestMeasure({
      key: showCount,
      read: () => describeSearchMatches(view.state),
      write: (words) => showCount(view, words),
    });
  }),
];
