import { withDefault, withDescription, oneOf, struct, t } from '../codec/index.js';

/** A workspace's proxy. Unused fields are kept. */
export const ProxySetting = struct(
  'a proxy',
  {
    mode: withDescription(
      withDefault(oneOf('manual', 'system', 'none'), 'manual'),
      'system: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY',
    ),
    hostname: withDefault(t.string, ''),
  },
  {
    protocol: withDescription(t.string, 'http, https or socks5; default http'),
    port: t.union([t.number, t.string], 'a number or text'),
    auth: struct('credentials for a proxy', {
      username: t.string,
      password: withDescription(t.string, 'May hold {{secrets}}'),
      enabled: withDefault(t.boolean, true),
    }),
    bypass: withDescription(t.string, 'Hosts that are reached without it, separated by commas'),
  },
);
export type ProxySetting = t.TypeOf<typeof ProxySetting>;
