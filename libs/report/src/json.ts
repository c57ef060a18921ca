import type { Open } from './reporter.js';

/** The report itself, which `readReport` reads. */
export const openJson: Open = () => ({
  take: (event) => (event.kind === 'ended' ? `${JSON.stringify(event.report, null, 2)}\n` : ''),
});
