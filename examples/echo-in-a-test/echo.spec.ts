import { startEchoServer } from '@tandem/echo';
import { expect, it } from 'vitest';

it('sends the token', async () => {
  const echo = await startEchoServer();
  const answer = await fetch(`${echo.url}/users?page=2`, { headers: { authorization: 'Bearer t' } });
  expect(await answer.json()).toMatchObject({ args: { page: '2' }, headers: { authorization: 'Bearer t' } });
  await echo.stop();
});
