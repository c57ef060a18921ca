import * as runtime from 'react/jsx-dev-runtime';

import { escapeProps } from './shown-props.js';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

/** Like {@link file://./jsx-runtime.ts}, during development. */
export const jsxDEV: typeof runtime.jsxDEV = (type, props, ...others) =>
  runtime.jsxDEV(type, escapeProps(type, props as Readonly<Record<string, unknown>>), ...others);
