import { describe, expect, it } from 'vitest';

import { createCallSecrets } from './call-secrets.js';

const key = { name: 'KEY', value: 'hunter-22' };
const other = { name: 'OTHER', value: 'swordfish' };

describe('the secrets of a call', () => {
  it('are each listed once, in the order they were added', () => {
    const secrets = createCallSecrets();
    secrets.add([other, key]);
    secrets.add([key, { ...key, value: 'hunter-23' }]);
    expect(secrets.all()).toEqual([other, key, { name: 'KEY', value: 'hunter-23' }]);
  });

  it('are hidden as soon as they are added', async () => {
    const secrets = createCallSecrets();
    expect(secrets.redactor().text('hunter-22')).toBe('hunter-22');
    secrets.add([key]);
    expect(secrets.redactor().text('hunter-22')).toBe('‹secret:KEY›');
    secrets.add([other]);
    const redactor = await secrets.prepareRedactor();
    expect(redactor.text('hunter-22, swordfish')).toBe('‹secret:KEY›, ‹secret:OTHER›');
  });

  it('become secrets of the parent call, but not the other way round', () => {
    const outer = createCallSecrets();
    outer.add([other]);
    const inner = createCallSecrets(outer);
    inner.add([key]);
    expect(outer.all()).toEqual([other, key]);
    expect(inner.all()).toEqual([key]);
  });
});
