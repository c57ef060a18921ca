import {
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  type SearchQuery,
  searchPanelOpen,
} from '@codemirror/search';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

import { formatMatchCount } from '../findable.js';
import { findPanel } from './find-panel.js';
import { collectMatches, findStep, type Match } from './matches.js';

/** Maximum number of counted matches. */
const maxMatches = 100_000;

/** Maximum length of text that CodeMirror searches itself, in characters. In a longer text, its search would block the page. */
const maxSyncLength = 200_000;

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

/** Counts the matches of a search while its panel is open, and selects the next or previous match. */
class Matches {
  readonly #view: EditorView;
  #query: SearchQuery | undefined;
  #found: readonly Match[] | undefined;
  #searching: Promise<void> = Promise.resolve();

  constructor(view: EditorView) {
    this.#view = view;
    // Handle keys before the panel and the keymap, which would search a long text synchronously.
    view.dom.addEventListener('keydown', this.#onKey, { capture: true });
    view.dom.addEventListener('click', this.#onClick, { capture: true });
  }

  update({ state, docChanged }: ViewUpdate): void {
    if (!searchPanelOpen(state)) {
      this.#query = undefined;
      return;
    }
    const query = getSearchQuery(state);
    if (docChanged || this.#query === undefined || !query.eq(this.#query)) this.#search(state, query);
    this.#show();
  }

  destroy(): void {
    this.#query = undefined;
    this.#view.dom.removeEventListener('keydown', this.#onKey, { capture: true });
    this.#view.dom.removeEventListener('click', this.#onClick, { capture: true });
  }

  /** Selects the next match (1) or the previous one (-1). Opens the search if its field is empty. */
  step(by: 1 | -1): void {
    if (this.#isShort() || !getSearchQuery(this.#view.state).valid) {
      (by > 0 ? findNext : findPrevious)(this.#view);
      return;
    }
    if (!searchPanelOpen(this.#view.state)) openSearchPanel(this.#view);
    const query = this.#query;
    void this.#searching.then(() => {
      if (this.#query === query) this.#select(by);
    });
  }

  #isShort(): boolean {
    return this.#view.state.doc.length <= maxSyncLength;
  }

  #search(state: EditorState, query: SearchQuery): void {
    this.#query = query;
    this.#found = undefined;
    const isWanted = (): boolean => this.#query === query && this.#view.state.doc === state.doc;
    this.#searching = collectMatches(state, query, maxMatches, isWanted).then((found) => {
      if (found === undefined || !isWanted()) return;
      this.#found = found;
      this.#show();
    });
  }

  #select(by: 1 | -1): void {
    const found = this.#found ?? [];
    if (found.length > maxMatches) {
      (by > 0 ? findNext : findPrevious)(this.#view);
      return;
    }
    const match = findStep(found, this.#view.state.selection.main, by);
    if (match === undefined) return;
    this.#view.dispatch({
      selection: { anchor: match.from, head: match.to },
      scrollIntoView: true,
      userEvent: 'select.search',
    });
  }

  /** Shows the number of matches and the selected one. The panel is rendered after an update, so this must wait for it. */
  #show(): void {
    this.#view.requestMeasure({
      key: showCount,
      read: () => this.#describe(),
      write: (words) => showCount(this.#view, words),
    });
  }

  #describe(): string {
    if (this.#found === undefined || this.#query?.valid !== true) return '';
    const { from, to } = this.#view.state.selection.main;
    const at = this.#found.findIndex((one) => one.from === from && one.to === to) + 1;
    return formatMatchCount(this.#found.length, at, maxMatches);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const isInField = event.target instanceof HTMLInputElement && event.target.name === 'search';
    if (event.key !== 'F3' && !(event.key === 'Enter' && isInField)) return;
    this.#stepFor(event, event.shiftKey ? -1 : 1);
  };

  readonly #onClick = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest('.cm-search button') : null;
    if (button?.ariaLabel === 'Next') this.#stepFor(event, 1);
    if (button?.ariaLabel === 'Previous') this.#stepFor(event, -1);
  };

  #stepFor(event: Event, by: 1 | -1): void {
    if (this.#isShort()) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }
}

const matches = ViewPlugin.fromClass(Matches);

/** A search that another part of the page requests: 0 opens it, 1 and -1 select the next and the previous match. */
export type FindEvent = CustomEvent<0 | 1 | -1>;

/**
 * Handles the event `find` of a text's pane: opens the text's search or moves to another match. Returns a function that
 * removes the listener.
 */
export const listenForFind = (host: HTMLElement, view: () => EditorView | null): (() => void) => {
  const open = (event: Event): void => {
    const present = view();
    if (present === null) return;
    event.preventDefault();
    const { detail: by } = event as FindEvent;
    if (by === 0) openSearchPanel(present);
    else present.plugin(matches)?.step(by);
  };
  host.addEventListener('find', open);
  return () => host.removeEventListener('find', open);
};

/** Adds a search to a text, with the number of matches. */
export const findSupport: Extension = [findPanel, matches];
