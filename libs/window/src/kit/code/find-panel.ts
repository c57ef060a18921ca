import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  search,
  SearchQuery,
  selectMatches,
  setSearchQuery,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type Command, type EditorView, type Panel, runScopeHandlers } from '@codemirror/view';

/** The icons of the window's other searches, as SVG paths in a square of 24. */
const icons = { previous: 'm18 15-6-6-6 6', next: 'm6 9 6 6 6-6', close: 'M18 6 6 18M6 6l12 12' } as const;

const createIcon = (path: string): SVGElement => {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  icon.append(line);
  return icon;
};

const createButton = (
  label: string,
  content: string | SVGElement,
  press: () => unknown,
): HTMLButtonElement => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = typeof content === 'string' && content === label ? 'find-action' : 'find-icon';
  if (content !== label) {
    button.title = label;
    button.setAttribute('aria-label', label);
  }
  button.append(content);
  button.addEventListener('click', press);
  return button;
};

const createField = (name: string, label: string): HTMLInputElement => {
  const field = document.createElement('input');
  field.name = name;
  field.placeholder = label;
  field.spellcheck = false;
  field.setAttribute('aria-label', label);
  return field;
};

/** The options of a search, each with the sign on its button. */
const options = [
  ['caseSensitive', 'Aa', 'Match case'],
  ['wholeWord', 'W', 'Whole word'],
  ['regexp', '.*', 'Regex'],
] as const;

const createRow = (...children: readonly HTMLElement[]): HTMLElement => {
  const row = document.createElement('div');
  row.append(...children);
  return row;
};

/** Handles the keys of the search: Enter finds in the first field and replaces in the second one, and Escape closes. */
const listenForKeys = (
  dom: HTMLElement,
  view: EditorView,
  field: HTMLInputElement,
  replacement: HTMLInputElement,
): void => {
  dom.addEventListener('keydown', (event) => {
    const command =
      event.key === 'Enter' &&
      ((event.target === field && (event.shiftKey ? findPrevious : findNext)) ||
        (event.target === replacement && replaceNext));
    if (!runScopeHandlers(view, event, 'search-panel') && !(command && command(view))) return;
    event.preventDefault();
  });
};

/** Creates the fields and options of a search, and functions that apply and show them. */
const createQueryControls = (view: EditorView) => {
  const field = createField('search', 'Find');
  // CodeMirror selects the field with this attribute when the search is opened again.
  field.setAttribute('main-field', 'true');
  const replacement = createField('replace', 'Replace with');
  const toggles = options.map(([option, sign, label]) => {
    const toggle = createButton(label, sign, () => {
      toggle.ariaPressed = String(toggle.ariaPressed !== 'true');
      apply();
    });
    return { option, toggle };
  });
  const apply = (): void => {
    const chosen = Object.fromEntries(
      toggles.map(({ option, toggle }) => [option, toggle.ariaPressed === 'true']),
    );
    const query = new SearchQuery({ search: field.value, replace: replacement.value, ...chosen });
    if (!query.eq(getSearchQuery(view.state))) view.dispatch({ effects: setSearchQuery.of(query) });
  };
  const show = (query: SearchQuery): void => {
    if (field.value !== query.search) field.value = query.search;
    if (replacement.value !== query.replace) replacement.value = query.replace;
    for (const { option, toggle } of toggles) toggle.ariaPressed = String(query[option]);
  };
  for (const input of [field, replacement]) input.addEventListener('input', apply);
  return { field, replacement, toggles: toggles.map(({ toggle }) => toggle), show };
};

/**
 * Creates the search panel of a text, with the look of the window's other searches. For editable text, it has a
 * second row that replaces matches.
 */
const createFindPanel = (view: EditorView): Panel => {
  const { field, replacement, toggles, show } = createQueryControls(view);
  const run = (command: Command) => () => command(view);
  const dom = createRow(
    createRow(
      field,
      ...toggles,
      createButton('Previous', createIcon(icons.previous), run(findPrevious)),
      createButton('Next', createIcon(icons.next), run(findNext)),
      createButton('Close the search', createIcon(icons.close), run(closeSearchPanel)),
    ),
  );
  if (!view.state.readOnly) {
    const replace = createButton('Replace', 'Replace', run(replaceNext));
    const all = createButton('Replace all', 'Replace all', run(replaceAll));
    const select = createButton('Select all', 'Select all', run(selectMatches));
    dom.append(createRow(replacement, replace, all, select));
  }
  dom.className = 'cm-search';
  dom.setAttribute('role', 'search');
  listenForKeys(dom, view, field, replacement);
  show(getSearchQuery(view.state));
  return {
    dom,
    top: true,
    mount: () => field.select(),
    update: ({ transactions }) => {
      for (const { effects } of transactions)
        for (const effect of effects) if (effect.is(setSearchQuery)) show(effect.value);
    },
  };
};

/** Adds the search panel to a text. */
export const findPanel: Extension = search({ top: true, createPanel: createFindPanel });
