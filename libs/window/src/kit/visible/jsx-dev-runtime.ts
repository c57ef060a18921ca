import * as runtime from 'react/jsx-dev-runtime';

import { escapeProps } from './shown-props.js';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

/** As {@link file://./jsx-runtime.ts}, while the window is developed. */
export const jsxDEV: typeof runtime.jsxDEV = (type, props, ...others) =>
  runtime.jsxDEV(type, escapeProps(type, props as Readonly<Record<string, unknown>>), ...others);
