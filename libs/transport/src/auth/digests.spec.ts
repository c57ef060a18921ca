import { createHash } from 'node:crypto';

import type { AuthOf } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createDigests } from './digest.js';

const url = 'http://a.example/x';
const auth: AuthOf<'digest'> = { type: 'digest', username: 'Mufasa', password: 'Circle of Life' };
const wire = { origin: 'http://a.example', path: '/x?y', method: 'GET', headers: [], body: null };

const createChallenge = (...values: readonly string[]) => ({
  status: 401,
  headers: values.map((value) => ['www-authenticate', value] as const),
});
const createAuthenticationInfo = (info: string, status = 200) => ({
  status,
  headers: [['authentication-info', info]] as const,
});

/** Parses the parameters of an answer, and returns them with its text. */
const getAnswer = (digests: ReturnType<typeof createDigests>, more: object = {}, who = auth) => {
  const [[name, value] = ['', '']] = digests.fields({ ...wire, ...more }, who);
  const parameters = Object.fromEntries(
    [...value.matchAll(/([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)].map(([, key = '', quoted, token]) => [
      key,
      quoted ?? token,
    ]),
  );
  return { name, value, parameters };
};

/** Answers one challenge. */
const answerChallenge = (challenge: string, more: object = {}, who = auth) => {
  const digests = createDigests();
  expect(digests.receive(url, who, createChallenge(challenge), undefined)).toBeDefined();
  return getAnswer(digests, more, who);
};

const hash = (name: string, text: string) => createHash(name).update(text).digest('hex');

describe('the answer to a digest challenge', () => {
  it('does not exist before a challenge', () => {
    const digests = createDigests();
    expect(digests.fields(wire, auth)).toEqual([]);
    expect(digests.nonce(url, auth)).toBeUndefined();
  });

  it('follows RFC 2069 without qop', () => {
    const { name, value, parameters } = answerChallenge('Digest realm="r", nonce="n"');
    const response = hash('md5', `${hash('md5', 'Mufasa:r:Circle of Life')}:n:${hash('md5', 'GET:/x?y')}`);
    expect(name).toBe('authorization');
    expect(value).toBe(`Digest username="Mufasa", realm="r", nonce="n", uri="/x?y", response="${response}"`);
    expect(Object.keys(parameters)).toEqual(['username', 'realm', 'nonce', 'uri', 'response']);
  });

  it.each([
    ['MD5', 'md5'],
    ['SHA-256', 'sha256'],
    ['sha-512-256', 'sha512-256'],
  ])('counts the requests with qop and %s', (algorithm, name) => {
    const digests = createDigests();
    const challenge = `Digest realm="r", nonce="n", qop="auth-int, AUTH", algorithm=${algorithm}, opaque="o\\"p"`;
    digests.receive(url, auth, createChallenge(challenge), undefined);
    const [one, two] = [getAnswer(digests).parameters, getAnswer(digests).parameters];
    expect(one).toMatchObject({ algorithm, qop: 'auth', nc: '00000001', opaque: 'o\\"p' });
    expect(two.nc).toBe('00000002');
    expect(two.cnonce).toBe(one.cnonce);
    expect(one.cnonce).toMatch(/^[\w-]{22}$/);
    const secret = hash(name, 'Mufasa:r:Circle of Life');
    expect(two.response).toBe(
      hash(name, `${secret}:n:00000002:${two.cnonce ?? ''}:auth:${hash(name, 'GET:/x?y')}`),
    );
  });

  it('uses a key of its own for each session with a session algorithm', () => {
    const { parameters, value } = answerChallenge(
      'Digest realm="r", nonce="n", qop=auth, algorithm=MD5-sess',
    );
    expect(value.match(/cnonce=/g)).toHaveLength(1);
    const { cnonce = '', nc = '', response, algorithm } = parameters;
    const secret = hash('md5', `${hash('md5', 'Mufasa:r:Circle of Life')}:n:${cnonce}`);
    expect(algorithm).toBe('MD5-sess');
    expect(response).toBe(hash('md5', `${secret}:n:${nc}:${cnonce}:auth:${hash('md5', 'GET:/x?y')}`));
    const plain = answerChallenge('Digest realm="r", nonce="n", algorithm=MD5-SESS').parameters;
    expect(plain.cnonce).toMatch(/^[\w-]{22}$/);
    expect(plain).not.toHaveProperty('nc');
  });

  it('has an empty realm if the challenge has none', () => {
    const { value } = answerChallenge('Digest nonce="n"');
    expect(value).toContain('realm="", nonce="n"');
    const what = hash('md5', 'GET:/x?y');
    expect(value).toContain(
      `response="${hash('md5', `${hash('md5', 'Mufasa::Circle of Life')}:n:${what}`)}"`,
    );
  });

  it('covers the body with auth-int', () => {
    const response = (body: string | null) => {
      const { parameters } = answerChallenge('Digest realm="r", nonce="n", qop=auth-int', { body });
      const { cnonce = '', qop } = parameters;
      expect(qop).toBe('auth-int');
      const what = hash('md5', `GET:/x?y:${hash('md5', body ?? '')}`);
      const secret = hash('md5', 'Mufasa:r:Circle of Life');
      return parameters.response === hash('md5', `${secret}:n:00000001:${cnonce}:auth-int:${what}`);
    };
    expect(response('body')).toBe(true);
    expect(response(null)).toBe(true);
  });

  it("contains the user name, or the name's hash, as the server asks", () => {
    const hidden = answerChallenge('Digest realm="r", nonce="n", userhash=TRUE').parameters;
    expect(hidden).toMatchObject({ username: hash('md5', 'Mufasa:r'), userhash: 'true' });
    const shown = answerChallenge('Digest realm="r", nonce="n", userhash=false').parameters;
    expect(shown.username).toBe('Mufasa');
    expect(shown).not.toHaveProperty('userhash');
    const odd = answerChallenge('Digest realm="r", nonce="n"', {}, { ...auth, username: "J\u00e4s'(*)" });
    expect(odd.value).toContain("username*=UTF-8''J%C3%A4s%27%28%2A%29,");
    const quoted = answerChallenge('Digest nonce="n"', {}, { ...auth, username: 'a"\\b' });
    expect(quoted.value).toContain('username="a\\"\\\\b", realm="",');
  });

  it('refers to the strongest supported challenge', () => {
    const digests = createDigests();
    const of = (algorithm: string, more = '') =>
      `Digest realm="r", nonce="${algorithm}"${more}, algorithm=${algorithm}`;
    const all = [of('MD5'), of('SHA-256'), of('SHA-512-256', ', qop=other'), of('SHA-3')];
    digests.receive(url, auth, createChallenge(...all), undefined);
    expect(digests.nonce(url, auth)).toBe('SHA-256');
    digests.receive(url, auth, createChallenge(of('SHA-512-256'), ...all), undefined);
    expect(digests.nonce(url, auth)).toBe('SHA-512-256');
  });
});

describe('the response to an answered challenge', () => {
  it('causes another request if it contains a new challenge', () => {
    const digests = createDigests();
    const challenge = createChallenge('Digest nonce="n"');
    expect(digests.receive(url, auth, challenge, undefined)).toBeDefined();
    expect(digests.receive(url, auth, challenge, 'n')).toBeUndefined();
    expect(digests.receive(url, auth, challenge, 'old')).toBeDefined();
    expect(digests.receive(url, auth, createChallenge('Digest nonce="n", stale=TRUE'), 'n')).toBeDefined();
    expect(digests.receive(url, auth, createChallenge('Digest nonce="n", stale=false'), 'n')).toBeUndefined();
  });

  it('causes no other request without a supported challenge', () => {
    const digests = createDigests();
    for (const one of [
      'Basic realm="r"',
      'Digest realm="r"',
      'Digest nonce="n", algorithm=X',
      'Digest nonce="n", qop=x',
    ])
      expect(digests.receive(url, auth, createChallenge(one), undefined)).toBeUndefined();
    expect(
      digests.receive(url, auth, { ...createChallenge('Digest nonce="n"'), status: 403 }, undefined),
    ).toBeUndefined();
    expect(digests.nonce(url, auth)).toBeUndefined();
  });

  it.each([
    ['nextnonce="m"', 'm'],
    ['qop=auth , NextNonce = "m", x=1', 'm'],
    ['xnextnonce="m"', 'n'],
    ['nextnonce=m', 'n'],
    ['', 'n'],
  ])('sets the next nonce with authentication-info %s: %s', (info, nonce) => {
    const digests = createDigests();
    digests.receive(url, auth, createChallenge('Digest nonce="n", qop=auth'), undefined);
    digests.fields(wire, auth);
    expect(digests.receive(url, auth, createAuthenticationInfo(info), 'n')).toBeUndefined();
    expect(digests.nonce(url, auth)).toBe(nonce);
    expect(getAnswer(digests).parameters.nc).toBe(nonce === 'm' ? '00000001' : '00000002');
  });

  it('sets no nonce if the server has sent no challenge', () => {
    const digests = createDigests();
    digests.receive(url, auth, createAuthenticationInfo('nextnonce="m"'), undefined);
    expect(digests.nonce(url, auth)).toBeUndefined();
  });

  it('uses the challenge of its origin and user, of at most 256 that are remembered', () => {
    const digests = createDigests();
    const at = (index: number) => `http://a${index}.example/`;
    for (let index = 0; index < 256; index++)
      digests.receive(at(index), auth, createChallenge(`Digest nonce="${index}"`), undefined);
    expect(digests.nonce(`${at(7)}other`, auth)).toBe('7');
    expect(digests.nonce(at(7), { ...auth, username: 'other' })).toBeUndefined();
    digests.receive(at(0), auth, createChallenge('Digest nonce="again"'), undefined);
    digests.receive(at(256), auth, createChallenge('Digest nonce="256"'), undefined);
    expect([0, 1, 2, 256].map((index) => digests.nonce(at(index), auth))).toEqual([
      ...['again', undefined, '2', '256'],
    ]);
  });
});
