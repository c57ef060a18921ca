/** The session that a page gets for its token. */
export interface Session {
  readonly origin: string;
  readonly cookie: string;
  readonly proof: string;
  /** The headers of a POST call. */
  readonly headers: Readonly<Record<string, string>>;
  /** The protocols to offer for a WebSocket. */
  readonly protocols: string[];
}

/** Exchanges the token in a page's address for a session, as the page does. */
export const openSession = async (address: string): Promise<Session> => {
  const [origin = '', token = ''] = address.split('/#token=');
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const { proof } = (await answer.json()) as { readonly proof: string };
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { origin, cookie, 'x-tandem-proof': proof };
  return { origin, cookie, proof, headers, protocols: ['tandem.v1', `tandem.proof.${proof}`] };
};
