import type { PageCase, PageLine, PageMessage, PageRequest } from '../page-shape.js';
import { createElement, createPairList, createTextBlock } from './dom.js';

const caseMarks = { passed: '✓', failed: '✗', skipped: '–' } as const;

const createSource = (lines: readonly PageLine[], label: string): HTMLElement => {
  const made = createTextBlock(`Script at ${label}`, '', 'source');
  for (const { number, text, isHere } of lines)
    made.append(
      createElement(
        'span',
        isHere ? 'line here' : 'line',
        `${isHere ? '▶' : ' '} ${String(number).padStart(4)}  ${text}`,
      ),
    );
  return made;
};

const createFailure = ({
  title,
  message,
  expected,
  actual,
  place,
  source,
}: PageCase): readonly HTMLElement[] => [
  ...(message === undefined ? [] : [createTextBlock(`Message of ${title}`, message)]),
  ...(expected === undefined && actual === undefined
    ? []
    : [
        createPairList('values', [
          ...(expected === undefined ? [] : [['Expected', expected] as const]),
          ...(actual === undefined ? [] : [['Actual', actual] as const]),
        ]),
      ]),
  ...(place === undefined ? [] : [createElement('p', 'place', place)]),
  ...(source === undefined ? [] : [createSource(source, `${place ?? ''}, ${title}`)]),
];

const createCase = (one: PageCase): HTMLElement =>
  createElement(
    'li',
    `case ${one.status}`,
    createElement(
      'p',
      '',
      createElement('span', 'mark', `${caseMarks[one.status]} `),
      one.title,
      createElement('span', 'faint', `  ${one.status === 'passed' ? one.time : one.status}`),
    ),
    ...createFailure(one),
  );

const createMessage = (
  kind: 'Request' | 'Response',
  { headers, body, note }: PageMessage,
  label: string,
): readonly HTMLElement[] => [
  ...(headers.length === 0
    ? []
    : [createElement('h3', '', `${kind} headers`), createPairList('headers', headers)]),
  ...(body === undefined && note === undefined ? [] : [createElement('h3', '', `${kind} body`)]),
  ...(body === undefined ? [] : [createTextBlock(`${kind} body of ${label}`, body)]),
  ...(note === undefined ? [] : [createElement('p', 'faint', note)]),
];

/** Creates everything that an open row shows about its request. */
const createDetails = ({
  label,
  method,
  url,
  facts,
  reason,
  cases,
  sent,
  response,
  logs,
}: PageRequest): HTMLElement =>
  createElement(
    'div',
    'details',
    ...(url === '' ? [] : [createElement('p', 'url', `${method} ${url}`.trim())]),
    ...(facts.length === 0 ? [] : [createPairList('facts', facts)]),
    ...(reason === undefined ? [] : [createTextBlock(`Reason of ${label}`, reason)]),
    ...(cases.length === 0
      ? []
      : [createElement('h3', '', 'Tests'), createElement('ul', 'cases', ...cases.map(createCase))]),
    ...(sent === undefined ? [] : createMessage('Request', sent, label)),
    ...(response === undefined ? [] : createMessage('Response', response, label)),
    ...(logs.length === 0
      ? []
      : [createElement('h3', '', 'Console'), createTextBlock(`Console of ${label}`, logs.join('\n'))]),
  );

const marks = { passed: '✓', untested: '○', failed: '✗', error: '✗', skipped: '–', flaky: '↻' } as const;

/** The row of a request in the list. */
export interface Row {
  readonly item: HTMLLIElement;
  readonly request: PageRequest;
  /** Whether the request contains this text, which must be in lower case. */
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

/** Creates the row of a request. Its details are created when it is first opened. */
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

/** Opens the first `most` failed requests. */
export const openFailed = (rows: readonly Row[], most: number): void => {
  for (const { item } of rows.filter(({ request }) => request.isRed).slice(0, most)) {
    const details = item.querySelector('details');
    if (details !== null) details.open = true;
  }
};
