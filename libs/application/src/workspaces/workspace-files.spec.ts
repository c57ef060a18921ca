import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;

beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const bytes = (async function* () {
  yield await Promise.resolve(new Uint8Array());
})();
const add = (name: string) => fixture.application.workspaces.addFile({ name, bytes });

describe('the name of an added file', { tags: 'body:upload' }, () => {
  it.each(['cat.png', 'a b (1).txt', 'ärger.json', 'x'])('can be %j', async (name) => {
    expect(await unwrapResult(add(name))).toEqual({ path: `files/${name}` });
  });

  it('is stored with composed characters', async () => {
    expect(await unwrapResult(add('a\u0308.txt'))).toEqual({ path: 'files/\u00e4.txt' });
  });

  it.each([
    '',
    '.',
    '..',
    '../a',
    'a/b',
    'a\\b',
    '.hidden',
    'a\0',
    'a\nb',
    'a:b',
    'a.',
    'a ',
    'CON',
    'nul.txt',
    '{{secret}}.txt',
    'x'.repeat(201),
  ])('cannot be %j', async (name) => {
    expect(await unwrapRefusal(add(name))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'name' }],
    });
  });
});
