/** Longer responses are not searched, in UTF-16 units: parsing them would block the process. */
const maxLength = 1024 * 1024;

/**
 * The messages in a response's `errors` (GraphQL specification, section 7.1); empty if there are none or it is not a
 * GraphQL response.
 */
export const listGraphqlErrors = (text: string | null): readonly string[] => {
  // Most responses have no errors. Avoid parsing them.
  if (text === null || text.length > maxLength || !text.includes('"errors"')) return [];
  try {
    const { errors } = Object(JSON.parse(text)) as { readonly errors?: unknown };
    if (!Array.isArray(errors)) return [];
    return errors.map((error: unknown) => {
      const { message } = Object(error) as { readonly message?: unknown };
      return typeof message === 'string' ? message : 'an error without a message';
    });
  } catch {
    return [];
  }
};
