import type { AuthOf } from '../auth/auth.js';
import type { Pair } from '../requests/pair.js';

/**
 * The labels of a host such as `s3.us-east-1.amazonaws.com`. They give the service and region if the command does
 * not.
 */
const getHostLabels = (url: string): readonly string[] =>
  /^(?:\w+:\/\/)?([^/?#:]*)/.exec(url)?.[1]?.split('.') ?? [];

export const isTokenHeader = ({ name }: Pair): boolean => name.toLowerCase() === 'x-amz-security-token';

/** The auth of `--aws-sigv4 provider[:provider[:region[:service]]]`. Its session token is a header. */
export const parseAwsAuth = (
  signing: string,
  { user, url, headers }: { readonly user: string; readonly url: string; readonly headers: readonly Pair[] },
): AuthOf<'aws-sigv4'> => {
  const [, , region, service] = signing.split(':');
  const [first = '', second = ''] = getHostLabels(url);
  const at = user.indexOf(':');
  const token = headers.find(isTokenHeader)?.value;
  return {
    type: 'aws-sigv4',
    accessKeyId: at < 0 ? user : user.slice(0, at),
    secretAccessKey: at < 0 ? '' : user.slice(at + 1),
    region: region ?? second,
    service: service ?? first,
    ...(token === undefined ? {} : { sessionToken: token }),
  };
};
