import { describe, expect, it } from 'vitest';

import { generateToolsGuide } from './tools-guide.js';

describe('the list of tools', () => {
  it('is documented in the guide', async () => {
    await expect(generateToolsGuide()).toMatchFileSnapshot('../../../../docs/guides/tools.md');
  });
});
