import { createTurns, ImportMemory, RememberedRequest } from '@tandem/core';
import { decode, isJsonObject, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

/** How many requests are decoded in one go. This takes a few milliseconds. */
const requestsPerStep = 500;

const Requests = t.readonlyArray(RememberedRequest);

/** A value without its requests. */
const removeRequests = (value: unknown): unknown => {
  if (!isJsonObject(value)) return value;
  const { requests, last, ...more } = value;
  return {
    ...more,
    ...(Array.isArray(requests) ? { requests: [] } : {}),
    ...(last === undefined ? {} : { last: removeRequests(last) }),
  };
};

const listStoredRequests = (value: unknown): readonly unknown[] =>
  isJsonObject(value) && Array.isArray(value.requests) ? value.requests : [];

/** Remembered requests. Undefined if one is invalid. */
const decodeRequests = async (
  requests: readonly unknown[],
): Promise<readonly RememberedRequest[] | undefined> => {
  const turns = createTurns();
  const decoded: RememberedRequest[] = [];
  for (let from = 0; from < requests.length; from += requestsPerStep) {
    const some = decode(Requests)(requests.slice(from, from + requestsPerStep));
    if (E.isLeft(some)) return undefined;
    decoded.push(...some.right);
    await turns();
  }
  return decoded;
};

/** Decodes what imports wrote, and yields between its requests. Undefined if it cannot be read. */
export const decodeMemory = async (value: unknown): Promise<ImportMemory | undefined> => {
  const given: readonly unknown[] = isJsonObject(value) && Array.isArray(value.imports) ? value.imports : [];
  const around = decode(ImportMemory)(
    isJsonObject(value) ? { ...value, imports: given.map(removeRequests) } : value,
  );
  if (E.isLeft(around)) return undefined;
  const imports: ImportMemory['imports'][number][] = [];
  for (const [at, one] of around.right.imports.entries()) {
    const from = given[at];
    const requests = await decodeRequests(listStoredRequests(from));
    const before = await decodeRequests(listStoredRequests(isJsonObject(from) ? from.last : undefined));
    if (requests === undefined || before === undefined) return undefined;
    const { last } = one;
    imports.push({
      ...one,
      requests,
      ...(last === undefined ? {} : { last: { ...last, requests: before } }),
    });
  }
  return { ...around.right, imports };
};
