const { floor, random } = Math;

/** A whole number from 0 to this one. */
export const randomInteger = (most: number): number => floor(random() * (most + 1));
