import { type ElementType, type Key, type ReactElement } from 'react';
import * as runtime from 'react/jsx-runtime';

import { escapeProps } from './shown-props.js';

export { Fragment, type JSX } from 'react/jsx-runtime';

type Create = (type: ElementType, props: Readonly<Record<string, unknown>>, key?: Key) => ReactElement;

/** The window's JSX runtime: creates React elements and escapes invisible characters in their texts. */
export const jsx: Create = (type, props, key) => runtime.jsx(type, escapeProps(type, props), key);

export const jsxs: Create = (type, props, key) => runtime.jsxs(type, escapeProps(type, props), key);
