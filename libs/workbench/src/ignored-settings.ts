/** Warnings about environment variables of Node that Tandem ignores. */
export const findIgnoredSettings = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
    ? [
        'NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: certificates are always verified. Unset it; to trust your own CA, name its file in NODE_EXTRA_CA_CERTS.',
      ]
    : [];
