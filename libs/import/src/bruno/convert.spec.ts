import { describe, expect, it } from 'vitest';

import { convertFiles } from './convert.js';

const folder = (auth: string) => ({
  kind: 'folder' as const,
  path: 'public/folder.bru',
  name: 'public',
  text: `meta {\n  name: public\n}\n${auth}`,
});

describe('the auth of a .bru folder', { tags: ['import:bru', 'inherit:auth:none'] }, () => {
  it('that says None is named, and inherits as in Bruno', () => {
    const [file] = convertFiles([folder('\nauth {\n  mode: none\n}\n')]);
    expect(file).toMatchObject({
      lost: [expect.stringContaining('its auth None has no effect in Bruno')],
      text: expect.not.stringContaining('auth: none') as string,
    });
  });

  it.each(['', '\nauth {\n  mode: inherit\n}\n'])('that inherits is not named: %j', (auth) => {
    expect(convertFiles([folder(auth)])).toMatchObject([{ lost: [] }]);
  });
});
