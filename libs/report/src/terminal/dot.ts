import type { Open } from '../reporter.js';
import { formatClosing } from './closing.js';
import { formatMark, createPen } from './pen.js';

/** One character per request, then the failures and the counts. */
export const openDot: Open = (options) => {
  const pen = createPen(options);
  const columns = Math.max(1, options.columns ?? 80);
  let column = 0;
  return {
    take: (event) => {
      if (event.kind === 'request-ended') {
        const isFull = column === columns;
        column = isFull ? 1 : column + 1;
        return `${isFull ? '\n' : ''}${formatMark(pen, event.entry.outcome, 'dot')}`;
      }
      return event.kind === 'ended'
        ? `${column > 0 ? '\n' : ''}${formatClosing(pen, event.report, options)}`
        : '';
    },
  };
};
