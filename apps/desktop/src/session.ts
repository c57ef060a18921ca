import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who may use the page: whoever knows a token of this start, which is traded for a cookie. */
export interface PageSession {
  /** Good for the whole start, so that the printed address opens any browser. */
  readonly token: string;
  /** A token that is good once, for a place where others may read it, such as a command line. */
  readonly ticket: () => string;
  /** The `Set-Cookie` of a server on `port` for whoever knows a token, else undefined. */
  readonly trade: (token: string, port: number) => string | undefined;
  /** Whether a request to a server on `port` carries the cookie of this start. */
  readonly isOpen: (request: Pick<IncomingMessage, 'headers'>, port: number) => boolean;
}

const secret = (): string => randomBytes(24).toString('base64url');

/** Takes as long for a wrong value as for a right one. */
const same = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};

/** Cookies do not tell ports apart (RFC 6265, section 8.5), so the name does. */
const cookieName = (port: number): string => `tandem_${port}`;

const cookieOf = (header: string, name: string): string =>
  header
    .split(';')
    .map((piece) => piece.trim())
    .find((piece) => piece.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** A new session with a token and a cookie of its own. */
export const createPageSession = (): PageSession => {
  const [token, cookie] = [secret(), secret()];
  const tickets = new Set<string>();
  const useTicket = (given: string): boolean => {
    const found = [...tickets].find((ticket) => same(ticket, given));
    return found !== undefined && tickets.delete(found);
  };
  return {
    token,
    ticket: () => {
      const ticket = secret();
      tickets.add(ticket);
      return ticket;
    },
    trade: (given, port) =>
      same(given, token) || useTicket(given)
        ? `${cookieName(port)}=${cookie}; Path=/; HttpOnly; SameSite=Strict`
        : undefined,
    isOpen: ({ headers }, port) => same(cookieOf(headers.cookie ?? '', cookieName(port)), cookie),
  };
};
