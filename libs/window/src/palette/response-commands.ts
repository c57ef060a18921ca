import { isRequestId } from '../requests/saved-request.js';
import { focusWhenVisible } from '../shell/focus.js';
import { usePage } from '../shell/page.js';
import { useTabs } from '../shell/workspace-stores.js';
import type { PaletteCommand } from './commands.js';

/** The controls above a body, by their labels. */
const controls: readonly (readonly [title: string, words: string, label: string])[] = [
  ['Find in the response', 'search text body', 'Find in the body'],
  ['Filter the response', 'jsonpath jq query select body', 'Filter by JSONPath'],
  ['Wrap the lines of the response', 'word wrap long body', 'Wrap lines'],
  ['Copy the response', 'clipboard body', 'Copy the body'],
  ['Save the response to a file', 'download export store body', 'Save the body to a file'],
];

/** The views of a body, by their names. */
const views: readonly (readonly [title: string, words: string, label: string])[] = [
  ['Show the response laid out', 'pretty beautify prettify format json xml html', 'Pretty'],
  ['Show the response as it arrived', 'raw source text', 'Raw'],
  ['Show the response as bytes', 'hex binary', 'Hex'],
  ['Show the response as a table', 'csv grid rows columns sort spreadsheet array', 'Table'],
  ['Show the response as a page', 'preview html render browser image', 'Preview'],
];

/** The parts of a result other than the body, by the keys of their tabs. */
const parts: readonly (readonly [title: string, words: string, part: string])[] = [
  ['Show the headers of the response', 'status content-type', 'headers'],
  ['Show the cookies of the response', 'set-cookie', 'cookies'],
  ['Show the tests of the response', 'assertions results passed failed', 'tests'],
  ['Show the console of the response', 'log logs print output debug', 'console'],
  ['Show the times of the response', 'timing duration latency waterfall performance slow', 'times'],
  ['Show the request as it was sent', 'sent actual raw headers', 'request'],
];

const findInResult = (selector: string): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`#shown-tab section[aria-label=Result] ${selector}`),
];

const findControl = (label: string): HTMLElement | undefined =>
  findInResult(`.body-bar [aria-label="${label}"]`)[0];

const findView = (label: string): HTMLElement | undefined =>
  findInResult('.body-bar [role=radio]').find((one) => one.textContent === label);

/** Commands for the shown response. Of the controls of a body, they include those that its toolbar has, or may have while it is hidden. */
export const useResponseCommands = (): readonly PaletteCommand[] => {
  const { wantedPart, panelStates } = usePage();
  const shown = useTabs((tabs) => tabs.shown);
  if (shown === undefined || !isRequestId(shown)) return [];
  if (findInResult('[role=tablist]').length === 0) return [];
  const isBodyShown = findInResult('.body-bar').length > 0;
  const showPart = (part: string): void => {
    const wanted = { key: `${shown} result`, value: part };
    panelStates.set(wanted.key, wanted.value);
    wantedPart.set(wanted);
  };
  const press =
    (find: typeof findControl) =>
    ([title, words, label]: (typeof controls)[number]): readonly PaletteCommand[] =>
      isBodyShown && find(label) === undefined
        ? []
        : [
            {
              title,
              words,
              run: () => {
                showPart('body');
                focusWhenVisible(() => find(label), { onFocus: (control) => control.click() });
              },
            },
          ];
  return [
    ...controls.flatMap(press(findControl)),
    ...views.flatMap(press(findView)),
    ...parts.map(([title, words, part]) => ({ title, words, run: () => showPart(part) })),
  ];
};
