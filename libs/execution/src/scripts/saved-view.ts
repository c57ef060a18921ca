import { formatGraphqlVariables, type SavedFormField, type SavedView } from '@tandem/core';

import type { RequestDraft } from '../request/draft.js';

/** The form of a request with its disabled fields; null if its body is not a form. */
export const toSavedForm = ({ body }: Pick<RequestDraft, 'body'>): SavedView['form'] => {
  if (body.type === 'form-urlencoded') return { type: 'urlencoded', fields: body.fields };
  if (body.type !== 'multipart') return null;
  const fields = body.parts.map((part): SavedFormField => ({
    ...{ name: part.name, enabled: part.enabled },
    ...('value' in part ? { value: part.value } : { value: part.file, isFile: true }),
    ...(part.contentType === undefined ? {} : { contentType: part.contentType }),
  }));
  return { type: 'formdata', fields };
};

const toSavedGraphql = ({ body }: RequestDraft): SavedView['graphql'] => {
  if (body.type !== 'graphql') return null;
  const { query, variables, overrides, operationName } = body;
  return { query, variables: formatGraphqlVariables(overrides ?? variables), operationName };
};

/** The saved request as scripts of other tools see it. */
export const toSavedView = (request: RequestDraft): SavedView => ({
  auth: request.auth,
  inheritsAuth: (request.authFrom ?? null) !== null,
  headers: request.headers.map(({ name, value, enabled }) => ({ name, value, enabled })),
  query: request.queryParams.map(({ name, value, enabled }) => ({ name, value, enabled })),
  form: toSavedForm(request),
  graphql: toSavedGraphql(request),
});
