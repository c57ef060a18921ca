import type { CSSProperties } from 'react';

import { useEnvironmentChoice } from '../environments/use-environment-choice.js';

interface Frame {
  readonly 'data-framed'?: true;
  readonly style?: CSSProperties;
}

/** The color of the active environment for the frame of the window; nothing if it has none. */
export const useFrame = (): Frame => {
  const active = useEnvironmentChoice().environments.find((one) => one.active);
  return active === undefined || active.color === ''
    ? {}
    : { 'data-framed': true, style: { '--frame': active.color } as CSSProperties };
};
