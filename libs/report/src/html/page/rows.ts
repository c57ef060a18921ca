import type { PageRequest } from '../page-shape.js';
import { createDetails } from './details.js';
import { createElement } from './dom.js';

const marks = { passed: '✓', untested: '○', failed: '✗', error: '✗', skipped: '–', flaky: '↻' } as const;

/** A request in the list. */
export interface Row {
  readonly item: HTMLLIElement;
  readonly request: PageRequest;
  /** Whether it contains this lower-case text. */
  readonly has: (text: string) => boolean;
}

const toSearchText = ({ label, method, url, status, outcome, reason, cases }: PageRequest): string =>
  [
    label,
    `${method} ${url}`,
    status,
    outcome,
    reason ?? '',
    ...cases.flatMap(({ title, message }) => [title, message ?? '']),
  ]
    .join('\n')
    .toLowerCase();

/** A request as a row that shows its details when open; they are created when it first opens. */
export const createRow = (request: PageRequest): Row => {
  const { label, outcome, status, time, method } = request;
  const summary = createElement(
    'summary',
    '',
    createElement('span', `mark ${outcome}`, marks[outcome]),
    createElement('span', 'method', method),
    createElement('span', 'label', label),
    createElement('span', `outcome ${outcome}`, outcome),
    createElement('span', 'number', status),
    createElement('span', 'number', time),
  );
  const details = createElement('details', '', summary);
  details.addEventListener('toggle', () => details.append(createDetails(request)), { once: true });
  let text: string | undefined;
  return {
    item: createElement('li', 'row', details),
    request,
    has: (part) => (text ??= toSearchText(request)).includes(part),
  };
};

/** Opens the first failed requests. */
export const openFailed = (rows: readonly Row[], most: number): void => {
  for (const { item } of rows.filter(({ request }) => request.isRed).slice(0, most)) {
    const details = item.querySelector('details');
    if (details !== null) details.open = true;
  }
};
