import {
  type Diagnostic,
  type HeaderList,
  type Redirect,
  createSecretSearch,
  type Secret,
  minHiddenLength,
} from '@tandem/core';

/**
 * Finds the name of a secret in text. A short value counts only if it is the whole text, because it often occurs by
 * chance.
 */
const createSecretFinder = (secrets: readonly Secret[]) => {
  const { first } = createSecretSearch(secrets, { shortest: minHiddenLength, pieces: true });
  const whole = new Map(secrets.map(({ name, value }) => [value.trim(), name]));
  whole.delete('');
  return (text: string): string | undefined => whole.get(text.trim()) ?? first(text);
};

/** The names of the headers that contain a secret. */
export const findHeadersWithSecrets = (
  headers: HeaderList,
  secrets: readonly Secret[],
): readonly string[] => {
  if (secrets.length === 0) return [];
  const find = createSecretFinder(secrets);
  return headers.flatMap(([name, value]) => (find(value) === undefined ? [] : [name]));
};

/** Headers dropped when the method or host changes. They contain no secret of the request. */
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

/** Reports headers dropped on redirects to other origins, and secrets in the URLs of those redirects. */
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
