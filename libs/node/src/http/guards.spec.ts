import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { findForeignReason, hasToken, isOwnHost, isOwnOrigin } from './guards.js';

const requestWith = (headers: IncomingHttpHeaders): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { headers });

describe('a Host header of this machine', () => {
  it.each(['127.0.0.1', '127.0.0.1:80', 'localhost', 'LocalHost:65535', '[::1]', '[::1]:8097'])(
    'may be %s',
    (host) => {
      expect(isOwnHost(host)).toBe(true);
      expect(isOwnOrigin(`http://${host}`)).toBe(true);
      expect(isOwnOrigin(`https://${host}`)).toBe(true);
    },
  );

  it.each([
    '',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '127.0.0.2',
    '0.0.0.0',
    'localhost.',
    '::1',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '127.0.0.1.nip.io',
    'localhost.evil.example',
    'user@127.0.0.1',
    '127.0.0.1:',
    '127.0.0.1:0x50',
    '127.0.0.1:65536',
    '127.0.0.1:80:80',
    '127.0.0.1 ',
    'localhost/',
    'localhost?',
  ])('may not be %j, even if that name resolves to loopback', (host) => {
    expect(isOwnHost(host)).toBe(false);
    expect(isOwnOrigin(`http://${host}`)).toBe(false);
  });

  it('is accepted if it names an allowed host, in any case', () => {
    const options = { allowHosts: ['Host.Docker.internal', '10.0.0.1'] };
    expect(isOwnHost('host.docker.INTERNAL:1234', options)).toBe(true);
    expect(isOwnHost('10.0.0.1', options)).toBe(true);
    expect(isOwnHost('10.1', options)).toBe(false);
  });
});

describe('an Origin header of this machine', () => {
  it('may be missing, but may not be opaque or have another scheme', () => {
    expect(isOwnOrigin(undefined)).toBe(true);
    const others = [
      'null',
      'file://localhost',
      'ws://localhost',
      'xhttp://localhost',
      'http://localhost/path',
      '',
    ];
    for (const origin of others) expect(isOwnOrigin(origin), origin).toBe(false);
  });
});

describe('a request from this machine', () => {
  it.each<IncomingHttpHeaders>([
    { host: 'localhost:80' },
    { host: '[::1]', origin: 'http://localhost:3000' },
    { host: '127.0.0.1', 'sec-fetch-site': 'same-origin' },
    { host: '127.0.0.1', 'sec-fetch-site': 'none' },
  ])('may have the headers %j', (headers) => {
    expect(findForeignReason(requestWith(headers))).toBeUndefined();
  });

  it.each<[IncomingHttpHeaders, RegExp]>([
    [{}, /Host header/],
    [{ host: 'evil.example' }, /Host header/],
    [{ host: 'localhost', origin: 'http://evil.example' }, /origins/],
    [{ host: 'localhost', 'sec-fetch-site': 'cross-site' }, /sites/],
  ])('may not have the headers %j', (headers, reason) => {
    expect(findForeignReason(requestWith(headers))).toMatch(reason);
  });

  it('may name an allowed host', () => {
    const options = { allowHosts: ['box.internal'] };
    const headers = { host: 'box.internal:80', origin: 'http://box.internal' };
    expect(findForeignReason(requestWith(headers), options)).toBeUndefined();
    expect(findForeignReason(requestWith({ ...headers, host: 'other.internal' }), options)).toMatch(
      /Host header/,
    );
  });
});

describe('a bearer token', () => {
  it.each(['Bearer s3cret', 'bearer s3cret', 'BEARER   s3cret  '])('is accepted in %j', (authorization) => {
    expect(hasToken(requestWith({ authorization }), 's3cret')).toBe(true);
  });

  it.each([
    undefined,
    '',
    's3cret',
    'Bearer',
    'Bearers3cret',
    'Bearer s3cre',
    'Bearer s3crets',
    'Bearer S3cret',
    'Bearer x s3cret',
    'Bearer s3cret x',
    'Basic s3cret',
    'x Bearer s3cret',
  ])('is refused in %j', (authorization) => {
    expect(hasToken(requestWith(authorization === undefined ? {} : { authorization }), 's3cret')).toBe(false);
  });
});
