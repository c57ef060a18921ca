import { toVisibleJson } from '@tandem/core';

import type { Open } from './reporter.js';

/**
 * The report itself, which `readReport` reads. Invisible characters are escaped, as JSON allows, because people read
 * it too.
 */
export const openJson: Open = () => ({
  take: (event) => (event.kind === 'ended' ? `${toVisibleJson(event.report, 2)}\n` : ''),
});
