import { expect, it } from 'vitest';

import { parseRefusedSecret } from './refused-secret.js';

const code = 'SECRET_HOST_REFUSED';
const details = { secret: 'TOKEN', host: 'evil.test', hop: 'first', hosts: ['a.test', '*.b.test'] };

it('is the secret with those hosts, before and after it gets the one that was refused', () => {
  const refused = parseRefusedSecret({ code, details });
  expect(refused).toMatchObject({ name: 'TOKEN', host: 'evil.test' });
  const isOf = (name: string, ...hosts: readonly string[]) => refused?.isOf({ name, hosts });
  expect(isOf('TOKEN', 'a.test', '*.b.test')).toBe(true);
  expect(isOf('TOKEN', '*.b.test', 'a.test', 'evil.test')).toBe(true);
  expect(isOf('TOKEN', 'a.test')).toBe(false);
  expect(isOf('TOKEN')).toBe(false);
  expect(isOf('OTHER', 'a.test', '*.b.test')).toBe(false);
});

it('is none for other faults, and for details that say nothing', () => {
  expect(parseRefusedSecret({ code: 'TIMEOUT', details })).toBe(undefined);
  expect(parseRefusedSecret({ code })).toBe(undefined);
  expect(parseRefusedSecret({ code, details: { secret: 'TOKEN', hosts: 'a.test' } })).toBe(undefined);
});
