import { describe, expect, it } from 'vitest';

import { createPageSession } from './session.js';

const carrying = (cookie: string | undefined) => ({ headers: cookie === undefined ? {} : { cookie } });
const pairOf = (setCookie: string | undefined): string => setCookie?.split(';')[0] ?? '';

describe('a page session', () => {
  it('gives a cookie for its token, as often as it is asked', () => {
    const session = createPageSession();
    const first = session.trade(session.token, 4_000);
    expect(first).toMatch(/^tandem_4000=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(session.trade(session.token, 4_000)).toBe(first);
  });

  it('takes a ticket once', () => {
    const session = createPageSession();
    const ticket = session.ticket();
    expect(session.trade(ticket, 4_000)).toBeDefined();
    expect(session.trade(ticket, 4_000)).toBeUndefined();
  });

  it.each(['', 'x', 'ä'.repeat(16), 'x'.repeat(10_000)])('refuses a wrong token', (token) => {
    expect(createPageSession().trade(token, 4_000)).toBeUndefined();
  });

  it('refuses the token and the cookie of another start', () => {
    const [mine, other] = [createPageSession(), createPageSession()];
    expect(mine.trade(other.token, 4_000)).toBeUndefined();
    expect(mine.isOpen(carrying(pairOf(other.trade(other.token, 4_000))), 4_000)).toBe(false);
  });

  it('finds its cookie among others', () => {
    const session = createPageSession();
    const pair = pairOf(session.trade(session.token, 4_000));
    expect(session.isOpen(carrying(`a=1; tandem_4001=x;${pair} ; b=2`), 4_000)).toBe(true);
    expect(session.isOpen(carrying(pair), 4_001)).toBe(false);
    expect(session.isOpen(carrying(undefined), 4_000)).toBe(false);
  });
});
