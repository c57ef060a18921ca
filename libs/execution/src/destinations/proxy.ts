import type { ExecutionFault, ProxyOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';
import { createCycleFault, expand, startFilling } from '../filling/interpolate.js';
import type { ExecutionContext } from '../execution-state.js';
import { isEmptySecret, getScope } from '../filling/scope.js';

type ProxyContext = Pick<ExecutionContext, 'ports' | 'connections' | 'environment' | 'inherited' | 'input'>;

/** The workspace's proxy for the transport, with its variables filled in. */
export const fillProxy = ({
  ports,
  connections,
  environment,
  inherited,
  input,
}: ProxyContext): E.Either<ExecutionFault, { readonly proxy?: ProxyOptions | 'system' }> => {
  const setting = connections.proxy;
  if (setting === undefined || setting.mode === 'none') return E.right({});
  if (setting.mode === 'system') return E.right({ proxy: 'system' });
  const sources = { overrides: input.variables, inherited, environment };
  const [plain, isEmpty] = [getScope(sources, ports), isEmptySecret(sources)];
  const filling = startFilling((name) => (isEmpty(name) ? undefined : plain(name)));
  const { protocol = 'http', hostname, port = '', auth, bypass = '' } = setting;
  const credentials = auth?.enabled === true ? [auth.username, auth.password] : [];
  const filled: string[] = [];
  for (const text of [protocol, hostname, String(port), bypass, ...credentials]) {
    const value = expand(filling, text.trim(), []);
    if (typeof value !== 'string') return E.left(createCycleFault(value));
    filled.push(value);
  }
  const [missing] = filling.unresolved;
  if (missing !== undefined) {
    const message = `The proxy of the workspace needs a value for {{${missing}}}. Set it in the environment, or change the connections of the workspace.`;
    return E.left(createFault('UNRESOLVED_VARIABLE', message, { names: [...filling.unresolved] }));
  }
  const [kind = '', host = '', number = '', past = '', username, password] = filled;
  const named = username === undefined || password === undefined ? {} : { username, password };
  return E.right({ proxy: { protocol: kind, hostname: host, port: number, bypass: past, ...named } });
};
