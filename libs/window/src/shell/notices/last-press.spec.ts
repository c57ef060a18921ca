import { describe, expect, it } from 'vitest';

import { positionNear } from './last-press.js';

const window = { innerWidth: 1_000, innerHeight: 700 };
const box = (left: number, top: number) => ({ left, right: left + 20, top, bottom: top + 20 });

describe('a message about a pressed control', { tags: 'notices:near' }, () => {
  it('is shown below the control, aligned with its beginning or end', () => {
    expect(positionNear(box(300, 100), window)).toEqual({ left: 300, top: 126 });
    expect(positionNear(box(700, 100), window)).toEqual({ right: 280, top: 126 });
  });

  it('stays within the window', () => {
    expect(positionNear(box(-4, 100), window)).toMatchObject({ left: 8 });
    expect(positionNear(box(980, 100), window)).toMatchObject({ right: 8 });
  });

  it('is shown above a control that has no room below', () => {
    expect(positionNear(box(300, 660), window)).toEqual({ left: 300, bottom: 46 });
  });
});
