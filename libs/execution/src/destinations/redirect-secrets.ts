import {
  type Diagnostic,
  type HeaderList,
  type Redirect,
  createSecretSearch,
  type Secret,
  minRedactedLength,
} from '@tandem/core';

/**
 * Creates a function that finds the name of a secret in a text. A short secret must be the whole text, because short values often occur by
 * chance.
 */
const createSecretFinder = (secrets: readonly Secret[]) => {
  const { first } = createSecretSearch(secrets, { minLength: minRedactedLength, pieces: true });
  const whole = new Map(secrets.map(({ name, value }) => [value.trim(), name]));
  whole.delete('');
  return (text: string): string | undefined => whole.get(text.trim()) ?? first(text);
};

/** Finds the names of the headers that contain a secret. */
export const findHeadersWithSecrets = (
  headers: HeaderList,
  secrets: readonly Secret[],
): readonly string[] => {
  if (secrets.length === 0) return [];
  const find = createSecretFinder(secrets);
  return headers.flatMap(([name, value]) => (find(value) === undefined ? [] : [name]));
};

/** The headers that a redirect to another method or host drops although they contain no secret. */
const bodyHeaders = /^(content-.*|transfer-encoding)$/i;
const hostHeader = /^host$/i;

const findWithheldHeaders = ({ method, nextMethod, droppedHeaders }: Redirect): readonly string[] =>
  droppedHeaders.filter(
    (name) => !hostHeader.test(name) && (method === nextMethod || !bodyHeaders.test(name)),
  );

const createRedirectDiagnostic = (code: string, message: string): Diagnostic => ({
  code,
  message,
  where: 'redirects',
});

/** Reports which headers redirects to other origins dropped, and which secrets were in the URLs of those redirects. */
export const describeRedirects = (
  redirects: readonly Redirect[],
  secrets: readonly Secret[],
): readonly Diagnostic[] => {
  if (redirects.length === 0) return [];
  const find = createSecretFinder(secrets);
  return redirects.flatMap((redirect) => {
    if (redirect.location === undefined) return [];
    const [from, to] = [new URL(redirect.url).origin, new URL(redirect.location).origin];
    if (from === to) return [];
    const names = findWithheldHeaders(redirect);
    const secret = find(redirect.location);
    return [
      ...(names.length === 0
        ? []
        : [
            createRedirectDiagnostic(
              'REDIRECT_HEADERS_DROPPED',
              `The redirect to ${to} leads to another origin, so these headers were not sent on: ${names.join(', ')}. If that server needs them, send the request to it directly.`,
            ),
          ]),
      ...(secret === undefined
        ? []
        : [
            createRedirectDiagnostic(
              'REDIRECT_HOLDS_SECRET',
              `The server redirected to ${to} with the secret ${secret} in the URL, so that server has it now. Change the secret if you do not trust it.`,
            ),
          ]),
    ];
  });
};
