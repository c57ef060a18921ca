import type { HeaderList, OutgoingRequest } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createRedirectRequest } from './redirect.js';

const request = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method: 'GET',
  url: 'http://a.example/one?q=1',
  headers: [],
  body: { kind: 'none' },
  ...more,
});

const text = { kind: 'text', text: 'body' } as const;

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('is recognized by the status %i and a location', (status) => {
    expect(createRedirectRequest(request(), status, '/two')).toEqual(
      request({ url: 'http://a.example/two' }),
    );
    expect(createRedirectRequest(request(), status, undefined)).toBeUndefined();
  });

  it.each([200, 201, 300, 304, 305, 306, 309, 400])('is not recognized by the status %i', (status) => {
    expect(createRedirectRequest(request(), status, '/two')).toBeUndefined();
  });

  it.each([
    ['two', 'http://a.example/two'],
    ['//b.example/', 'http://b.example/'],
    ['https://a.example/', 'https://a.example/'],
    ['?x', 'http://a.example/one?x'],
    ['/two#part', 'http://a.example/two'],
    [Buffer.from('/ü').toString('latin1'), 'http://a.example/%C3%BC'],
    ['/caf\xe9?q=\xe9', 'http://a.example/caf%E9?q=%E9'],
    ['/caf%e9', 'http://a.example/caf%e9'],
    [Buffer.from('//ü.example/').toString('latin1'), 'http://xn--tda.example/'],
  ])('to the location %j goes to %s', { tags: 'send:redirects:bytes' }, (location, url) => {
    expect(createRedirectRequest(request(), 302, location)?.url).toBe(url);
  });

  it.each(['', ' ', 'ftp://a.example/', 'javascript:1', 'data:,x', 'http://[bad/'])(
    'to %j is not followed',
    (location) => {
      expect(createRedirectRequest(request(), 302, location)).toBeUndefined();
    },
  );

  it.each<[number, string, string]>([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('with %i of a %s is a %s, with the body only if the method stays', (status, method, next) => {
    const headers: HeaderList = [
      ['Content-Type', 'text/plain'],
      ['Transfer-Encoding', 'chunked'],
      ['X-Content', 'x'],
    ];
    const kept = method === next;
    expect(createRedirectRequest(request({ method, headers, body: text }), status, '/two')).toMatchObject({
      method: next,
      body: kept ? text : { kind: 'none' },
      headers: kept ? headers : [['X-Content', 'x']],
    });
  });

  const secrets: HeaderList = [
    ['Authorization', 'x'],
    ['COOKIE', 'x'],
    ['Proxy-Authorization', 'x'],
    ['Host', 'a.example'],
    ['X-Api-Key', 'x'],
    ['X-Host', 'x'],
    ['X-Authorization', 'x'],
    ['Host-Name', 'x'],
  ];

  it.each(['http://b.example/', 'https://a.example/', 'http://a.example:81/'])(
    'to another origin, %s, drops credentials and Host',
    (location) => {
      const from = request({ headers: secrets, credentials: ['x-api-KEY'] });
      expect(createRedirectRequest(from, 302, location)).toMatchObject({
        headers: [
          ['X-Host', 'x'],
          ['X-Authorization', 'x'],
          ['Host-Name', 'x'],
        ],
        credentials: ['x-api-KEY'],
      });
    },
  );

  it('to the same origin keeps credentials and Host', () => {
    const from = request({ headers: secrets, credentials: ['X-Api-Key'] });
    expect(createRedirectRequest(from, 302, 'http://a.example:80/two')?.headers).toEqual(secrets);
  });
});
