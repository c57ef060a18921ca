import { originLimits } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createOrigin, formatSource, listOrigins, type Mark, type OriginTrace } from './origins-of.js';

const list = (marks: readonly Mark[], originOf?: OriginTrace['originOf']) =>
  listOrigins({ marks, originOf: originOf ?? ((token) => ({ token, from: 'call' })) });

const request = createOrigin('request');
const call = createOrigin('call');
const script = createOrigin('script a.js:1');

describe('the origins of a request', { tags: 'dry-run:origins' }, () => {
  it('name the request, the workspace or a folder as a source', () => {
    expect([null, '', 'a/b'].map(formatSource)).toEqual(['request', 'workspace', 'folder:a/b']);
    expect(createOrigin('call', ['request'])).toEqual({ from: 'call', shadowed: ['request'] });
    expect(createOrigin('call')).toEqual({ from: 'call' });
  });

  it('contain each source and each variable of a part once, and look a variable up once', () => {
    const asked: string[] = [];
    const uses = ['a', 'b', 'a'].map((name, at) => ({ name, at }));
    const marks = [
      { location: 'url', origin: request, uses },
      { location: 'url', origin: request },
      { location: 'url', origin: call },
      { location: 'method', origin: undefined, uses },
    ];
    const origins = list(marks, (token) => {
      asked.push(token);
      return { token, from: 'request' };
    });
    const [a, b] = ['a', 'b'].map((token) => ({ token, from: 'request' }));
    expect(origins).toEqual({ url: [request, a, b, call], method: [a, b] });
    expect(asked).toEqual(['a', 'b']);
  });

  it('say at which line and column of a body a variable is', () => {
    const text = 'ab\n\ncd\nef';
    const uses = [0, 2, 4, 5, 7, 8].map((at) => ({ name: `at${at}`, at }));
    const origins = list([{ location: 'body', origin: request, uses, text }]);
    expect(Object.keys(origins)).toEqual([
      'body',
      ...['body@1:1', 'body@1:3', 'body@3:1', 'body@3:2', 'body@4:1', 'body@4:2'],
    ]);
    expect(origins['body@3:1']).toEqual([{ token: 'at4', from: 'call' }]);
  });

  it('show what a script replaced, with all that was within, but not the script itself', () => {
    const before = [
      { location: 'body', origin: request },
      { location: 'body.a', origin: call },
      { location: 'body@1:2', origin: call },
      { location: 'body[0]', origin: script },
      { location: 'bodies', origin: request },
      { location: 'x.body', origin: request },
    ];
    const others = { bodies: [request], 'x.body': [request] };
    const replaces = { location: 'body', origin: script, effect: 'replaces' } as const;
    expect(list([...before, replaces])).toEqual({
      ...others,
      body: [{ ...script, shadowed: ['request', 'call'] }],
    });
    expect(list([replaces, replaces])).toEqual({ body: [script] });
    expect(list([...before, { ...replaces, effect: 'removes' }])).toEqual(others);
    expect(list([...before, { ...replaces, origin: undefined }])).toEqual(others);
  });

  it('are limited in all, and for each part', () => {
    const { locations, perLocation } = originLimits;
    const marks = Array.from({ length: locations + 1 }, (_, index) => ({
      location: `p${index}`,
      origin: request,
    }));
    const all = list([...marks, { location: 'p0', origin: call }]);
    expect(Object.keys(all)).toEqual(marks.slice(0, -1).map(({ location }) => location));
    expect(all.p0).toEqual([request, call]);
    const many = Array.from({ length: perLocation + 1 }, (_, index) => createOrigin(`folder:${index}`));
    expect(list(many.map((origin) => ({ location: 'url', origin }))).url).toEqual(many.slice(0, -1));
  });
});
