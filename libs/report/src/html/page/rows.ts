import type { PageRequest } from '../page-shape.js';
import { detailsOf } from './details.js';
import { element } from './dom.js';

const marks = { passed: '✓', untested: '○', failed: '✗', error: '✗', skipped: '–', flaky: '↻' } as const;

/** A request in the list. */
export interface Row {
  readonly item: HTMLLIElement;
  readonly request: PageRequest;
  /** Whether it contains this lower-case text. */
  readonly has: (text: string) => boolean;
}

const searchable = ({ label, method, url, status, outcome, reason, cases }: PageRequest): string =>
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
export const rowOf = (request: PageRequest): Row => {
  const { label, outcome, status, time, method } = request;
  const summary = element(
    'summary',
    '',
    element('span', `mark ${outcome}`, marks[outcome]),
    element('span', 'method', method),
    element('span', 'label', label),
    element('span', `outcome ${outcome}`, outcome),
    element('span', 'number', status),
    element('span', 'number', time),
  );
  const details = element('details', '', summary);
  details.addEventListener('toggle', () => details.append(detailsOf(request)), { once: true });
  let text: string | undefined;
  return {
    item: element('li', 'row', details),
    request,
    has: (part) => (text ??= searchable(request)).includes(part),
  };
};

/** Opens the first failed requests. */
export const openFailed = (rows: readonly Row[], most: number): void => {
  for (const { item } of rows.filter(({ request }) => request.isRed).slice(0, most)) {
    const details = item.querySelector('details');
    if (details !== null) details.open = true;
  }
};
