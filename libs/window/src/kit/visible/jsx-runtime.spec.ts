import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import { Fragment, jsx, jsxs } from './jsx-runtime.js';

const name = 'invoice \u202efdp.exe';
const escapedText = String.raw`invoice \u202efdp.exe`;

const Heading = ({ children }: { readonly children: string }) => jsx('h2', { title: children, children });

describe('a name that the window renders', { tags: 'text:visible' }, () => {
  it.each([
    ['a text', jsx('b', { children: name }), `<b>${escapedText}</b>`],
    ['a text among others', jsxs('b', { children: ['A ', name] }), `<b>A ${escapedText}</b>`],
    ['a list', jsxs('b', { children: ['A ', [name]] }), `<b>A ${escapedText}</b>`],
    ['a fragment', jsx(Fragment, { children: name }), escapedText],
    ['a component', jsx(Heading, { children: name }), `<h2 title="${escapedText}">${escapedText}</h2>`],
    ['a label', jsx('button', { 'aria-label': name }), `<button aria-label="${escapedText}"></button>`],
    [
      'an option with a value',
      jsx('option', { value: name, children: name }),
      `<option value="${name}">${escapedText}</option>`,
    ],
  ])('shows invisible characters as escapes in %s', (_, element, markup) => {
    expect(renderToStaticMarkup(element)).toBe(markup);
  });

  it('is unchanged in an input', () => {
    expect(renderToStaticMarkup(jsx('input', { defaultValue: name }))).toBe(`<input value="${name}"/>`);
    expect(renderToStaticMarkup(jsx('textarea', { defaultValue: name }))).toContain(name);
    expect(renderToStaticMarkup(jsx('option', { children: name }))).toContain(name);
  });
});
