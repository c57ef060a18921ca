import { expect, it } from 'vitest';

import { findIgnoredSettings } from './workbench.js';

it('NODE_TLS_REJECT_UNAUTHORIZED=0 is reported as ignored', { tags: ['send:tls:verified'] }, () => {
  expect(findIgnoredSettings({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
    expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: .*NODE_EXTRA_CA_CERTS\.$/),
  ]);
});

it.each([{}, { NODE_TLS_REJECT_UNAUTHORIZED: '1' }, { NODE_TLS_REJECT_UNAUTHORIZED: '' }])(
  'the environment %j is not reported',
  (env) => {
    expect(findIgnoredSettings(env)).toEqual([]);
  },
);
