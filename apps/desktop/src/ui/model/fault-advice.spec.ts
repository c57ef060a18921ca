import { faultCodes } from '@tandem/core';
import { expect, it } from 'vitest';

import { adviceFor } from './fault-advice.js';

it.each(faultCodes)('%s comes with one or two sentences of advice', (code) => {
  expect(adviceFor(code)).toMatch(/^[A-Z].*\.$/);
});
