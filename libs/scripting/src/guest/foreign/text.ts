/** A value as text, formatted like Postman. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const text: unknown = typeof value === 'object' ? JSON.stringify(value) : undefined;
  return typeof text === 'string' ? text : String(value);
};

const { floor, random } = Math;

/** An integer from 0 to this one. */
export const getRandomInteger = (most: number): number => floor(random() * (most + 1));
