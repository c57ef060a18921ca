import { isRequestId } from '../requests/saved-request.js';
import type { BodyAction } from '../response/body/body-bar.js';
import type { PartAction } from '../response/response-tabs.js';
import type { ResultAction } from '../response/result-tools.js';
import { useFindTabActions } from '../shell/offered-actions.js';
import { useTabs } from '../shell/workspace-stores.js';
import type { PaletteCommand } from './commands.js';

type Command<A> = readonly [title: string, words: string, action: A];

/** What the toolbar of a body does, and the views that it offers. */
const bodyCommands: readonly Command<BodyAction>[] = [
  ['Find in the response', 'search text body', 'find'],
  ['Filter the response', 'jsonpath jq query select body', 'filter'],
  ['Wrap the lines of the response', 'word wrap long body', 'wrap'],
  ['Copy the response', 'clipboard body', 'copy'],
  ['Save the response to a file', 'download export store body', 'save'],
  ['Show the response laid out', 'pretty beautify prettify format json xml html', 'view pretty'],
  ['Show the response as it arrived', 'raw source text', 'view raw'],
  ['Show the response as bytes', 'hex binary', 'view hex'],
  ['Show the response as a table', 'csv grid rows columns sort spreadsheet array', 'view table'],
  ['Show the response as a page', 'preview html render browser image', 'view preview'],
];

/** The parts of a result other than the body. */
const partCommands: readonly Command<PartAction>[] = [
  ['Show the headers of the response', 'status content-type', 'part headers'],
  ['Show the cookies of the response', 'set-cookie', 'part cookies'],
  ['Show the tests of the response', 'assertions results passed failed', 'part tests'],
  ['Show the console of the response', 'log logs print output debug', 'part console'],
  ['Show the times of the response', 'timing duration latency waterfall performance slow', 'part times'],
  ['Show the request as it was sent', 'sent actual raw headers', 'part request'],
];

/** What the buttons beside a result do. */
const resultCommands: readonly Command<ResultAction>[] = [
  ['Compare the response with the previous one', 'diff difference changed earlier', 'compare previous'],
  ['Compare the response with the last passing one', 'diff difference changed green', 'compare green'],
  ['Compare the response with another one', 'diff difference earlier execution', 'compare other'],
  ['Save the response as an example', 'store sample mock', 'save example'],
];

/** Commands for the shown response. They include what a body that is hidden now may offer. */
export const useResponseCommands = (): readonly PaletteCommand[] => {
  const find = useFindTabActions();
  const shown = useTabs((tabs) => tabs.shown);
  if (shown === undefined || !isRequestId(shown)) return [];
  const { isOffered, want } = find(shown);
  const ofResult = resultCommands
    .filter(([, , action]) => isOffered(action) === true)
    .map(([title, words, action]) => ({ title, words, run: () => want(action) }));
  const showBody: PartAction = 'part body';
  if (isOffered(showBody) === undefined) return ofResult;
  return [
    ...bodyCommands
      .filter(([, , action]) => isOffered(action) !== false)
      .map(([title, words, action]) => ({
        title,
        words,
        run: () => (isOffered(action) === undefined ? want(showBody, action) : want(action)),
      })),
    ...ofResult,
    ...partCommands.map(([title, words, action]) => ({ title, words, run: () => want(action) })),
  ];
};
