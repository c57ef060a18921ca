type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value);

const members: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

const findParamsProblem = (params: unknown): string | undefined => {
  if (params === undefined) return undefined;
  if (!isObject(params)) return 'params must be an object; omit them if there are none';
  const { _meta: meta } = params;
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return 'params._meta must be an object';
  const { progressToken } = meta;
  return progressToken === undefined || isId(progressToken)
    ? undefined
    : 'params._meta.progressToken must be a string or a whole number';
};

/** Explains why a value is not a JSON-RPC 2.0 message. Undefined if there is no short explanation. */
export const findMessageProblem = (value: unknown): string | undefined => {
  if (!isObject(value)) return 'a message must be an object';
  if (value.jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if ('id' in value && !isId(value.id)) return 'id must be a string or a whole number';
  if ('method' in value && typeof value.method !== 'string') return 'method must be a string';
  if (!('method' in value || 'result' in value || 'error' in value)) return 'method is missing';
  if ('method' in value && ('result' in value || 'error' in value))
    return 'it is both a request and a response';
  return (
    findParamsProblem(value.params) ??
    (Object.keys(value).some((name) => !members.includes(name))
      ? `it has other members than ${members.join(', ')}`
      : undefined)
  );
};
