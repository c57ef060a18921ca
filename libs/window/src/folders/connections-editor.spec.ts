import { expect, it } from 'vitest';

import { findProxyHostProblem, findProxyPortProblem } from './connections-editor.js';

it.each(['proxy.example', '10.0.0.1', '::1', '[::1]', '{{proxy}}', 'proxy.{{domain}}', 'bücher.example'])(
  '%s is accepted as the host of a proxy',
  (host) => {
    expect(findProxyHostProblem(host)).toBeUndefined();
  },
);

it.each([
  ['', /^Enter the name/],
  ['http://proxy.example', /without http/],
  ['proxy.example:8080', /port has its own field/],
  ['not a host!!', /“not a host!!” is not a host name/],
  ['proxy.example/path', /is not a host name/],
  ['me@proxy', /is not a host name/],
])('the host %j of a proxy is refused with a reason', (host, expected) => {
  expect(findProxyHostProblem(host)).toMatch(expected);
});

it.each(['', '1', '8080', '65535', '{{port}}'])('%j is accepted as the port of a proxy', (port) => {
  expect(findProxyPortProblem(port)).toBeUndefined();
});

it.each(['0', '65536', 'abc', '-1', '80a', '1.5'])('%s is refused as the port of a proxy', (port) => {
  expect(findProxyPortProblem(port)).toBe(`“${port}” is not a port. Enter a number from 1 to 65535.`);
});
