import { faultCodes } from '@tandem/core';
import { expect, it } from 'vitest';

import { describeDiagnostic, describeFault, parseRefusedSecret } from './fault-advice.js';

it.each(faultCodes)('%s comes with one or two sentences of advice', (code) => {
  expect(describeFault({ code, message: 'It went wrong.' }).advice).toMatch(/^[A-Z].*\.$/);
});

it.each([
  [
    'NETWORK_ERROR',
    'Nothing listens at 127.0.0.1:9. Start the server or check the port.',
    'Start the server',
  ],
  [
    'URL_INVALID',
    '"/c" does not begin with a host. Start the URL with http://, https:// or a host such as localhost:3000.',
    'Start the URL',
  ],
  [
    'TIMEOUT',
    'The request took longer than 5 ms. Increase timeoutMs for a slow endpoint.',
    'The server took',
  ],
  ['URL_MISSING', 'The request has no URL. Set url on the request.', 'Give the request a URL.'],
] as const)('%s with its own advice shows only one advice', (code, message, advice) => {
  const words = describeFault({ code, message });
  expect(words.what).toBe(message.slice(0, message.indexOf('. ') + 1));
  expect(words.advice.startsWith(advice)).toBe(true);
});

it('advice for a failed body does not suggest starting the server, which was reached', () => {
  const fault = {
    code: 'NETWORK_ERROR',
    message: 'a:1 closed the connection before the response was complete.',
  } as const;
  expect(describeFault(fault, true).advice).toMatch(/^What arrived is below\./);
  expect(describeFault(fault, false).advice).toMatch(/^Check that the server runs/);
});

it('the error of a script is shown in full', () => {
  const message = 'Error: no luck. Try again';
  expect(describeFault({ code: 'SCRIPT_ERROR', message }).what).toBe(message);
});

it('a diagnostic that tells agents to ask a person names the button instead', () => {
  const message = 'Nobody has approved a.js. Its scripts get no secrets. Ask the person to approve it.';
  expect(describeDiagnostic({ code: 'SCRIPT_NOT_APPROVED', message })).toBe(
    'Nobody has approved a.js. Its scripts get no secrets. Look at them with “Review new scripts”, and approve them there.',
  );
  expect(describeDiagnostic({ code: 'OTHER', message })).toBe(message);
});

const code = 'SECRET_HOST_REFUSED';
const details = { secret: 'TOKEN', host: 'evil.test', hop: 'first', hosts: ['a.test', '*.b.test'] };

it('a refused secret has its hosts, without and with the refused one', () => {
  const refused = parseRefusedSecret({ code, details });
  expect(refused).toMatchObject({ name: 'TOKEN', host: 'evil.test' });
  const isOf = (name: string, ...hosts: readonly string[]) => refused?.isOf({ name, hosts });
  expect(isOf('TOKEN', 'a.test', '*.b.test')).toBe(true);
  expect(isOf('TOKEN', '*.b.test', 'a.test', 'evil.test')).toBe(true);
  expect(isOf('TOKEN', 'a.test')).toBe(false);
  expect(isOf('TOKEN')).toBe(false);
  expect(isOf('OTHER', 'a.test', '*.b.test')).toBe(false);
});

it('other errors, and errors without details, have no refused secret', () => {
  expect(parseRefusedSecret({ code: 'TIMEOUT', details })).toBe(undefined);
  expect(parseRefusedSecret({ code })).toBe(undefined);
  expect(parseRefusedSecret({ code, details: { secret: 'TOKEN', hosts: 'a.test' } })).toBe(undefined);
});
