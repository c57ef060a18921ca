import type { PageCase, PageLine, PageRequest, PageMessage } from '../page-shape.js';
import { block, element, pairs } from './dom.js';

const marks = { passed: '✓', failed: '✗', skipped: '–' } as const;

const sourceOf = (lines: readonly PageLine[], label: string): HTMLElement => {
  const made = block(`Script at ${label}`, '', 'source');
  for (const { number, text, isHere } of lines)
    made.append(
      element(
        'span',
        isHere ? 'line here' : 'line',
        `${isHere ? '▶' : ' '} ${String(number).padStart(4)}  ${text}`,
      ),
    );
  return made;
};

const failureOf = ({ title, message, expected, actual, place, source }: PageCase): readonly HTMLElement[] => [
  ...(message === undefined ? [] : [block(`Message of ${title}`, message)]),
  ...(expected === undefined && actual === undefined
    ? []
    : [
        pairs('values', [
          ...(expected === undefined ? [] : [['Expected', expected] as const]),
          ...(actual === undefined ? [] : [['Actual', actual] as const]),
        ]),
      ]),
  ...(place === undefined ? [] : [element('p', 'place', place)]),
  ...(source === undefined ? [] : [sourceOf(source, `${place ?? ''}, ${title}`)]),
];

const caseOf = (one: PageCase): HTMLElement =>
  element(
    'li',
    `case ${one.status}`,
    element(
      'p',
      '',
      element('span', 'mark', `${marks[one.status]} `),
      one.title,
      element('span', 'faint', `  ${one.status === 'passed' ? one.time : one.status}`),
    ),
    ...failureOf(one),
  );

const messageOf = (
  kind: 'Request' | 'Response',
  { headers, body, note }: PageMessage,
  label: string,
): readonly HTMLElement[] => [
  ...(headers.length === 0 ? [] : [element('h3', '', `${kind} headers`), pairs('headers', headers)]),
  ...(body === undefined && note === undefined ? [] : [element('h3', '', `${kind} body`)]),
  ...(body === undefined ? [] : [block(`${kind} body of ${label}`, body)]),
  ...(note === undefined ? [] : [element('p', 'faint', note)]),
];

/** Everything shown about a request when it is open. */
export const detailsOf = ({
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
  element(
    'div',
    'details',
    ...(url === '' ? [] : [element('p', 'url', `${method} ${url}`.trim())]),
    ...(facts.length === 0 ? [] : [pairs('facts', facts)]),
    ...(reason === undefined ? [] : [block(`Reason of ${label}`, reason)]),
    ...(cases.length === 0 ? [] : [element('h3', '', 'Tests'), element('ul', 'cases', ...cases.map(caseOf))]),
    ...(sent === undefined ? [] : messageOf('Request', sent, label)),
    ...(response === undefined ? [] : messageOf('Response', response, label)),
    ...(logs.length === 0
      ? []
      : [element('h3', '', 'Console'), block(`Console of ${label}`, logs.join('\n'))]),
  );
