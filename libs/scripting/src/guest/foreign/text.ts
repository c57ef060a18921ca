/** Converts a value to text as Postman does. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const text: unknown = typeof value === 'object' ? JSON.stringify(value) : undefined;
  return typeof text === 'string' ? text : String(value);
};
