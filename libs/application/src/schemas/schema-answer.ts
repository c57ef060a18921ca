import type { SchemaAnswer } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { IntrospectionQuery } from 'graphql';

/** Loaded when a schema is first needed, to keep Tandem's startup fast. */
const importGraphql = () => import('graphql');

/** The query that requests a server's schema. It uses only what older servers support. */
export const getIntrospectionQuery = async (): Promise<string> =>
  (await importGraphql()).getIntrospectionQuery();

const advice =
  'Many servers allow introspection only in development or with a certain login: check the URL, Auth and headers.';

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseBody = (body: Uint8Array): Fields => {
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(body));
    return isRecord(read) ? read : {};
  } catch {
    return {};
  }
};

const getFirstMessage = (errors: unknown): string | undefined => {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return isRecord(first) && typeof first.message === 'string' ? first.message : undefined;
};

/** The schema in a response as SDL, or why there is none. */
export const readSdl = async ({
  status,
  statusText,
  body,
}: SchemaAnswer): Promise<E.Either<string, string>> => {
  const { data, errors } = parseBody(body);
  if (isRecord(data) && isRecord(data.__schema)) {
    const { buildClientSchema, printSchema } = await importGraphql();
    try {
      return E.right(printSchema(buildClientSchema(data as unknown as IntrospectionQuery)));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return E.left(`The server answered with a schema that is not valid: ${why}`);
    }
  }
  const message = getFirstMessage(errors);
  if (message !== undefined)
    return E.left(`The server refused to describe its schema: "${message}". ${advice}`);
  const said = `${status} ${statusText}`.trim();
  return E.left(`The server answered ${said} without a schema. ${advice}`);
};
