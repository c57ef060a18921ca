/** Postman's content types for raw bodies by language. */
const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
};

/** The options of a raw body with a content type; undefined if no language matches. */
export const getRawOptions = (contentType: string | null): object | undefined => {
  const [language] = Object.entries(types).find(([, type]) => type === contentType) ?? [];
  return language === undefined ? undefined : { raw: { language } };
};

/** The content type of a raw body by the language in its options. */
export const getLanguageType = (options: unknown): string | undefined => {
  const { raw } = (options ?? {}) as { readonly raw?: { readonly language?: string } };
  return types[raw?.language ?? ''];
};

/** A GraphQL body as sent. Variables as text are JSON, as in Postman. */
export const toGraphqlBody = (given: unknown): unknown => {
  if (typeof given !== 'object' || given === null) return given;
  const { variables } = given as { readonly variables?: unknown };
  if (typeof variables !== 'string') return given;
  try {
    return { ...given, variables: variables.trim() === '' ? {} : (JSON.parse(variables) as unknown) };
  } catch {
    return given;
  }
};
