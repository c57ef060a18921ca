import { describe, expect, it } from 'vitest';

import { generateToolsGuide } from './tools-guide.js';

describe('the list of tools in the guide', () => {
  it('is complete', async () => {
    await expect(generateToolsGuide()).toMatchFileSnapshot('../../../../docs/guides/tools.md');
  });
});
