import type { Body, ImportDocument, Pair } from '@tandem/core';

import { createDraft } from './draft.js';
import { decoded, splitQuery } from './query.js';
import { type Fields, fieldsAt, objectsAt, pair, textAt } from './value.js';

/** What a browser loads to show a page, and nobody sends by hand. */
const noise = /^(?:image|font|stylesheet|script|media|manifest|texttrack|ping|preflight|websocket)$/i;
const noiseTypes =
  /^(?:image\/|font\/|video\/|audio\/|text\/css|(?:text|application)\/(?:x-)?javascript|application\/font)/i;

const isNoise = (entry: Fields): boolean => {
  const kind = textAt(entry, '_resourceType');
  if (kind !== '') return noise.test(kind);
  return noiseTypes.test(textAt(fieldsAt(fieldsAt(entry, 'response'), 'content'), 'mimeType'));
};

/** Headers that the connection, the body or the cookie jar gives. */
const ownHeaders = /^(?:host|connection|content-length|transfer-encoding|accept-encoding|cookie)$/i;

const rows = (of: Fields, key: string): readonly Pair[] =>
  objectsAt(of, key).map((one) => pair(textAt(one, 'name'), textAt(one, 'value')));

const bodyOf = (request: Fields): Body => {
  const sent = fieldsAt(request, 'postData');
  const type = textAt(sent, 'mimeType');
  const content = textAt(sent, 'text');
  if (/^multipart\/form-data/i.test(type)) {
    const parts = objectsAt(sent, 'params').map((one) => {
      const name = textAt(one, 'name');
      const file = textAt(one, 'fileName');
      return file === ''
        ? { name, value: textAt(one, 'value'), enabled: true }
        : { name, file, enabled: true };
    });
    return parts.length > 0
      ? { type: 'multipart', parts }
      : content === ''
        ? { type: 'none' }
        : { type: 'text', content, contentType: type };
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    const fields = rows(sent, 'params').map(({ name, value }) => pair(decoded(name), decoded(value)));
    const read = [...new URLSearchParams(content)].map(([name, value]) => pair(name, value));
    return { type: 'form-urlencoded', fields: content === '' ? fields : read };
  }
  if (content === '') return { type: 'none' };
  return /[/+]json\b/i.test(type)
    ? { type: 'json', content }
    : { type: 'text', content, ...(type === '' ? {} : { contentType: type }) };
};

const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
};

const pathOf = (url: string): string => {
  try {
    return new URL(url).pathname;
  } catch {
    return url;
  }
};

/** A recording of a browser (HTTP Archive 1.2): a folder for each host. */
export const readHar = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  const entries = objectsAt(fieldsAt(document, 'log'), 'entries');
  const folders = new Map<string, string>();
  let left = 0;
  for (const entry of entries) {
    const request = fieldsAt(entry, 'request');
    const address = textAt(request, 'url');
    const host = hostOf(address);
    if (isNoise(entry) || !/^https?:/i.test(address) || host === '') {
      left += 1;
      continue;
    }
    const folder = folders.get(host) ?? draft.addFolder('', host);
    folders.set(host, folder);
    const body = bodyOf(request);
    const method = textAt(request, 'method') || 'GET';
    const isGiven = ({ name }: Pair): boolean =>
      name.startsWith(':') ||
      ownHeaders.test(name) ||
      (/^content-type$/i.test(name) && body.type !== 'none' && body.type !== 'binary');
    draft.addRequest({
      kind: 'rest',
      name: `${method} ${pathOf(address)}`.slice(0, 200),
      folder,
      method,
      ...splitQuery(address),
      headers: rows(request, 'headers').filter((one) => !isGiven(one)),
      body,
      auth: { type: 'none' },
    });
  }
  if (left > 0)
    draft.leaveOut(
      'log.entries',
      `${left} of ${entries.length} requests: images, fonts, styles, scripts and the like of pages`,
    );
  return draft.finish({
    format: 'har',
    why,
    name: textAt(fieldsAt(fieldsAt(document, 'log'), 'browser'), 'name') === '' ? 'HAR' : 'Recording',
  });
};
