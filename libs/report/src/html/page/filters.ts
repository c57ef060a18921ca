import { createElement } from './dom.js';
import type { Row } from './rows.js';

const outcomes = ['failed', 'error', 'flaky', 'untested', 'skipped', 'passed'] as const;

type Choice = 'all' | (typeof outcomes)[number];

const search = (): { readonly label: HTMLLabelElement; readonly field: HTMLInputElement } => {
  const field = createElement('input');
  field.type = 'search';
  field.placeholder = 'Name, URL, status, test or message';
  return { label: createElement('label', 'search', createElement('span', '', 'Search'), field), field };
};

const createChoiceButton = (choice: Choice, count: number): HTMLButtonElement => {
  const button = createElement(
    'button',
    `choice ${choice}`,
    `${choice} `,
    createElement('span', 'count', count.toLocaleString('en')),
  );
  button.type = 'button';
  return button;
};

/** Creates a button for each outcome in the run, a search field, and the number of requests that match. */
export const createFilterBar = (
  rows: readonly Row[],
): { readonly bar: HTMLElement; readonly shown: HTMLElement } => {
  const shown = createElement('p', 'shown');
  shown.setAttribute('role', 'status');
  const { label, field } = search();
  let chosen: Choice = 'all';
  const buttons = new Map<Choice, HTMLButtonElement>();

  const apply = (): void => {
    const text = field.value.trim().toLowerCase();
    let count = 0;
    for (const { item, request, has } of rows) {
      const isShown = (chosen === 'all' || request.outcome === chosen) && (text === '' || has(text));
      item.hidden = !isShown;
      if (isShown) count += 1;
    }
    for (const [choice, button] of buttons) button.setAttribute('aria-pressed', String(choice === chosen));
    shown.textContent = `${count.toLocaleString('en')} of ${rows.length.toLocaleString('en')} requests`;
  };

  const countOf = (choice: Choice): number =>
    choice === 'all' ? rows.length : rows.filter(({ request }) => request.outcome === choice).length;
  for (const choice of ['all', ...outcomes] as const) {
    const count = countOf(choice);
    if (count === 0 && choice !== 'all') continue;
    const button = createChoiceButton(choice, count);
    button.addEventListener('click', () => {
      chosen = choice;
      apply();
    });
    buttons.set(choice, button);
  }
  field.addEventListener('input', apply);
  apply();
  const group = createElement('div', 'choices', ...buttons.values());
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Outcome');
  return { bar: createElement('div', 'bar', group, label), shown };
};
