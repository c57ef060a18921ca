/** Longer answers are not looked through, in UTF-16 units: parsing them would block the process. */
const maxLength = 1024 * 1024;

/** The messages of the `errors` of an answer (GraphQL specification, section 7.1); empty if it has none, or is no GraphQL answer. */
export const graphqlErrorsIn = (text: string | null): readonly string[] => {
  // Most answers have none, and need not be parsed to know that.
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
