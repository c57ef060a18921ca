import { createHmac } from 'node:crypto';
import { formatSignedMessage } from '@tandem/window';
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import { chmod, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPageSession, type PageSession, loadWindowKey } from './session.js';

const port = 4_000;
const key = new Uint8Array(32).fill(7);
const tradePasses = (session: PageSession) => {
  const passes = session.exchangeToken(session.token, port);
  if (passes === undefined) throw new Error('the token is not taken');
  return { cookie: passes.cookie.split(';')[0] ?? '', proof: passes.proof };
};

describe('a page session', () => {
  it('exchanges its token for a cookie and a proof, any number of times', () => {
    const session = createPageSession(key);
    const first = session.exchangeToken(session.token, port);
    expect(first?.cookie).toMatch(/^tandem_4000=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(first?.proof).toMatch(/^[\w-]{32}$/);
    expect(first?.cookie).not.toContain(first?.proof);
    expect(session.exchangeToken(session.token, port)).toEqual(first);
  });

  it('accepts a single-use token once', () => {
    const session = createPageSession(key);
    const ticket = session.ticket();
    expect(session.exchangeToken(ticket, port)).toBeDefined();
    expect(session.exchangeToken(ticket, port)).toBeUndefined();
  });

  it.each(['', 'x', 'ä'.repeat(16), 'x'.repeat(10_000)])('refuses a wrong token', (token) => {
    expect(createPageSession(key).exchangeToken(token, port)).toBeUndefined();
  });

  it('requires both the cookie and the proof', { tags: 'page:proof' }, () => {
    const session = createPageSession(key);
    const { cookie, proof } = tradePasses(session);
    const inProtocols = { cookie, 'sec-websocket-protocol': `tandem.v1, tandem.proof.${proof}` };
    expect(session.isAuthorized({ headers: { cookie, 'x-tandem-proof': proof } }, port)).toBe(true);
    expect(session.isAuthorized({ headers: inProtocols }, port)).toBe(true);
  });

  it.each([
    ['no proof', {}],
    ['an empty proof', { 'x-tandem-proof': '' }],
    ['a wrong proof', { 'x-tandem-proof': 'x'.repeat(32) }],
    ['no proof among the protocols', { 'sec-websocket-protocol': 'tandem.v1, tandem.proof.' }],
  ])('refuses its cookie with %s', { tags: 'page:proof' }, (_, headers) => {
    const session = createPageSession(key);
    const { cookie } = tradePasses(session);
    expect(session.isAuthorized({ headers: { cookie, ...headers } }, port)).toBe(false);
    expect(session.isAuthorized({ headers: { cookie, 'x-tandem-proof': cookie.split('=')[1] } }, port)).toBe(
      false,
    );
  });

  it('refuses the proof without the right cookie', () => {
    const session = createPageSession(key);
    const { cookie, proof } = tradePasses(session);
    expect(session.isAuthorized({ headers: { 'x-tandem-proof': proof } }, port)).toBe(false);
    expect(session.isAuthorized({ headers: { cookie: `${cookie}x`, 'x-tandem-proof': proof } }, port)).toBe(
      false,
    );
  });

  it('refuses the token, the cookie and the proof of another start', () => {
    const [mine, other] = [createPageSession(key), createPageSession(key)];
    const [own, foreign] = [tradePasses(mine), tradePasses(other)];
    expect(mine.exchangeToken(other.token, port)).toBeUndefined();
    const open = (cookie: string, proof: string) =>
      mine.isAuthorized({ headers: { cookie, 'x-tandem-proof': proof } }, port);
    expect(open(foreign.cookie, own.proof)).toBe(false);
    expect(open(own.cookie, foreign.proof)).toBe(false);
  });

  it('finds its cookie among other cookies', () => {
    const session = createPageSession(key);
    const { cookie, proof } = tradePasses(session);
    const headers = { cookie: `a=1; tandem_4001=x;${cookie} ; b=2`, 'x-tandem-proof': proof };
    expect(session.isAuthorized({ headers }, port)).toBe(true);
    expect(session.isAuthorized({ headers: { ...headers, cookie } }, 4_001)).toBe(false);
  });

  describe('after a restart', () => {
    const page = 'the nonce of the page';
    const sign = (side: 'page' | 'server', server: string, by = key, at = port): string =>
      createHmac('sha256', by)
        .update(formatSignedMessage(side, at, { page, server }))
        .digest('base64url');

    it(
      'proves to a page that it has the key, and accepts a page that also has the key',
      { tags: 'page:resume' },
      () => {
        const again = createPageSession(key);
        const { nonce, signature } = again.challenge(page, port);
        expect(signature).toBe(sign('server', nonce));
        expect(again.resume(page, sign('page', nonce), port)).toEqual(again.exchangeToken(again.token, port));
      },
    );

    it.each([
      ['without a signature', () => ''],
      ["with the server's own signature", (nonce: string) => sign('server', nonce)],
      ['with another key', (nonce: string) => sign('page', nonce, new Uint8Array(32))],
      ['with a signature for another port', (nonce: string) => sign('page', nonce, key, 4_001)],
      [
        'with a signature for another start',
        () => sign('page', createPageSession(key).challenge(page, port).nonce),
      ],
    ])('refuses a page %s', { tags: 'page:resume' }, (_, signature) => {
      const again = createPageSession(key);
      const { nonce } = again.challenge(page, port);
      expect(again.resume(page, signature(nonce), port)).toBeUndefined();
    });
  });
});

let folder: string;
const path = () => join(folder, 'servers', 'window.key');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the key for resuming sessions', { tags: 'page:resume' }, () => {
  it('is kept for the next start, and only its owner can read it', async () => {
    const key = await loadWindowKey(path());
    expect(key).toHaveLength(32);
    expect((await stat(path())).mode & 0o077).toBe(0);
    await chmod(path(), 0o644);
    expect(await loadWindowKey(path())).toEqual(key);
    expect((await stat(path())).mode & 0o077).toBe(0);
  });

  it('is replaced after 30 days', async () => {
    const key = await loadWindowKey(path());
    const old = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000);
    await utimes(path(), old, old);
    expect(await loadWindowKey(path())).not.toEqual(key);
  });
});
