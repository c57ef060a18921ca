import { describe, expect, it } from 'vitest';

import { toolsGuide } from './tools-guide.js';

describe('the list of tools', () => {
  it('is documented in the guide', async () => {
    await expect(toolsGuide()).toMatchFileSnapshot('../../../../docs/guides/tools.md');
  });
});
