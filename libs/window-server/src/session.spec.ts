import { describe, expect, it } from 'vitest';

import { createPageSession, type PageSession } from './session.js';

const port = 4_000;
const passesOf = (session: PageSession) => {
  const passes = session.trade(session.token, port);
  if (passes === undefined) throw new Error('the token is not taken');
  return { cookie: passes.cookie.split(';')[0] ?? '', proof: passes.proof };
};

describe('a page session', () => {
  it('gives a cookie and a proof for its token, as often as it is asked', () => {
    const session = createPageSession();
    const first = session.trade(session.token, port);
    expect(first?.cookie).toMatch(/^tandem_4000=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(first?.proof).toMatch(/^[\w-]{32}$/);
    expect(first?.cookie).not.toContain(first?.proof);
    expect(session.trade(session.token, port)).toEqual(first);
  });

  it('takes a ticket once', () => {
    const session = createPageSession();
    const ticket = session.ticket();
    expect(session.trade(ticket, port)).toBeDefined();
    expect(session.trade(ticket, port)).toBeUndefined();
  });

  it.each(['', 'x', 'ä'.repeat(16), 'x'.repeat(10_000)])('refuses a wrong token', (token) => {
    expect(createPageSession().trade(token, port)).toBeUndefined();
  });

  it('is opened by the cookie and the proof together', { tags: 'page:proof' }, () => {
    const session = createPageSession();
    const { cookie, proof } = passesOf(session);
    const inProtocols = { cookie, 'sec-websocket-protocol': `tandem.v1, tandem.proof.${proof}` };
    expect(session.isOpen({ headers: { cookie, 'x-tandem-proof': proof } }, port)).toBe(true);
    expect(session.isOpen({ headers: inProtocols }, port)).toBe(true);
  });

  it.each([
    ['no proof', {}],
    ['an empty proof', { 'x-tandem-proof': '' }],
    ['a wrong proof', { 'x-tandem-proof': 'x'.repeat(32) }],
    ['no proof among the protocols', { 'sec-websocket-protocol': 'tandem.v1, tandem.proof.' }],
  ])('stays closed to its cookie with %s', { tags: 'page:proof' }, (_, headers) => {
    const session = createPageSession();
    const { cookie } = passesOf(session);
    expect(session.isOpen({ headers: { cookie, ...headers } }, port)).toBe(false);
    expect(session.isOpen({ headers: { cookie, 'x-tandem-proof': cookie.split('=')[1] } }, port)).toBe(false);
  });

  it('stays closed to its proof without the cookie', () => {
    const session = createPageSession();
    const { cookie, proof } = passesOf(session);
    expect(session.isOpen({ headers: { 'x-tandem-proof': proof } }, port)).toBe(false);
    expect(session.isOpen({ headers: { cookie: `${cookie}x`, 'x-tandem-proof': proof } }, port)).toBe(false);
  });

  it('refuses the token, the cookie and the proof of another start', () => {
    const [mine, other] = [createPageSession(), createPageSession()];
    const [own, crossOriginRefusal] = [passesOf(mine), passesOf(other)];
    expect(mine.trade(other.token, port)).toBeUndefined();
    const open = (cookie: string, proof: string) =>
      mine.isOpen({ headers: { cookie, 'x-tandem-proof': proof } }, port);
    expect(open(crossOriginRefusal.cookie, own.proof)).toBe(false);
    expect(open(own.cookie, crossOriginRefusal.proof)).toBe(false);
  });

  it('finds its cookie among others', () => {
    const session = createPageSession();
    const { cookie, proof } = passesOf(session);
    const headers = { cookie: `a=1; tandem_4001=x;${cookie} ; b=2`, 'x-tandem-proof': proof };
    expect(session.isOpen({ headers }, port)).toBe(true);
    expect(session.isOpen({ headers: { ...headers, cookie } }, 4_001)).toBe(false);
  });
});
