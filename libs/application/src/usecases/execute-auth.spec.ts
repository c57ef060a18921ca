import { expect, it } from 'vitest';

import { plannedApplication } from '../testing/index.js';

it('an auth that needs the request as it is sent is handed to the transport with its variables filled in', async () => {
  const planned = await plannedApplication();
  const auth = { type: 'digest', username: '{{USER}}', password: 'p' } as const;
  await planned.rest({ auth }, { variables: { USER: 'anna' } });
  await planned.rest({});
  expect(planned.seen.sent.map((request) => request.auth)).toEqual([
    { type: 'digest', username: 'anna', password: 'p' },
    undefined,
  ]);
});
