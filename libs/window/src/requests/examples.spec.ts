import { exampleLimits, type RestRequest, restDefaults } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import {
  getExampleContentType,
  toExampleBody,
  createExample,
  getExamples,
  findExamplesExcess,
  formatExampleStatus,
} from './examples.js';
import type { SavedRequest } from './saved-request.js';

const request = (more: Partial<RestRequest> = {}): RestRequest =>
  ({ ...restDefaults, name: 'R', url: 'http://h/:id', ...more }) as RestRequest;

const headers = { 'content-type': 'application/json', 'set-cookie': 'sid=s1; Path=/\nlang=en' };
const exampleResponse = { status: 200, statusText: 'OK', headers };
const none = new Uint8Array();

describe('an example of a response', { tags: 'examples:window' }, () => {
  it('contains the request and the response, but no cookie values', () => {
    const one = createExample(request(), exampleResponse, toExampleBody('{}', none, headers['content-type']));
    expect(one).toMatchObject({
      name: '200 OK',
      request: { method: 'GET', url: 'http://h/:id', body: { type: 'none' } },
      response: {
        status: 200,
        headers: [
          { name: 'content-type', value: 'application/json' },
          { name: 'set-cookie', value: 'sid=…; Path=/' },
          { name: 'set-cookie', value: 'lang=…' },
        ],
        body: { type: 'json', data: '{}' },
      },
    });
    expect([formatExampleStatus(one.response), getExampleContentType(one.response)]).toEqual([
      '200 OK',
      'application/json',
    ]);
    expect(createExample(request({ examples: [one] }), exampleResponse, null).name).toBe('200 OK 2');
  });

  it('has a body that is absent, text or bytes', () => {
    expect(toExampleBody('', none)).toBeNull();
    expect(toExampleBody(undefined, none)).toBeNull();
    expect(toExampleBody('a', none, 'text/html')).toEqual({ type: 'html', data: 'a' });
    expect(toExampleBody(undefined, new Uint8Array([0, 255]))).toEqual({ type: 'binary', data: 'AP8=' });
  });

  it('is refused if its request has too many or too long examples', () => {
    const one = createExample(request(), exampleResponse, null);
    expect(findExamplesExcess([one])).toBeUndefined();
    const many = Array.from({ length: exampleLimits.count + 1 }, () => one);
    expect(findExamplesExcess(many)).toBe('a request has at most 100 examples');
    const body = toExampleBody('x'.repeat(exampleLimits.bytes), none);
    expect(findExamplesExcess([createExample(request(), exampleResponse, body)])).toContain(
      'at most 1.0 MiB',
    );
  });

  it('may be missing from a draft of an older version', () => {
    const { examples: _, ...older } = request();
    expect(getExamples(older as SavedRequest)).toEqual([]);
  });
});
