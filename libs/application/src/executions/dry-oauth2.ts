import type { AuthToken, Diagnostic, Ids, OAuth2, OAuth2Config } from '@tandem/core';
import { describe } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

const describeTokenFetch = (config: OAuth2Config): string => {
  const where = config.accessTokenUrl ?? config.issuer ?? 'the authorization server';
  return `A token would be fetched first, by ${config.grant} from ${where}; nothing was fetched, and a mark stands in its place.`;
};

/** Placeholder for the tokens that a dry run would have to fetch. */
export interface TokenPlaceholders {
  readonly oauth2: OAuth2;
  /** What would be fetched. */
  readonly notes: () => readonly Diagnostic[];
  /** The placeholder values, by token name. */
  readonly values: () => readonly { readonly name: string; readonly value: string }[];
}

const isTheirs = (reason: string) =>
  TE.left({ fault: { code: 'AUTH_FAILED', message: reason } as const, steps: [] });

/** Provides the stored tokens, and placeholders for those that an execution would fetch. */
export const createTokenPlaceholders = ({ kept, refused }: OAuth2, ids: Ids): TokenPlaceholders => {
  const notes: Diagnostic[] = [];
  const values: { readonly name: string; readonly value: string }[] = [];
  const standIn = (config: OAuth2Config): AuthToken => {
    notes.push({ code: 'TOKEN_NOT_FETCHED', message: describeTokenFetch(config), where: 'auth' });
    const [accessToken, idToken] = [`token-${ids.uuid()}`, `token-${ids.uuid()}`];
    values.push({ name: 'access_token', value: accessToken }, { name: 'id_token', value: idToken });
    return { key: '', label: '', accessToken, idToken, obtainedAt: '' };
  };
  return {
    oauth2: {
      token: (call) =>
        pipe(
          kept(call),
          TE.mapLeft((error) => ({
            fault: {
              code: 'AUTH_FAILED' as const,
              message: `The kept token could not be read: ${describe(error)}`,
            },
            steps: [],
          })),
          TE.map((token) => ({ token: token ?? standIn(call.config), steps: [] })),
        ),
      kept,
      refused,
      begin: () => isTheirs('A dry run asks for no approval.'),
      finish: () => isTheirs('A dry run asks for no approval.'),
    },
    notes: () => notes,
    values: () => values,
  };
};
