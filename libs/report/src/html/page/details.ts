import type { PageCase, PageLine, PageRequest, PageMessage } from '../page-shape.js';
import { createTextBlock, createElement, createPairList } from './dom.js';

const marks = { passed: '✓', failed: '✗', skipped: '–' } as const;

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
      createElement('span', 'mark', `${marks[one.status]} `),
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

/** Everything shown about a request when it is open. */
export const createDetails = ({
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
