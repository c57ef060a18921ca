const { floor, random } = Math;

/** An integer from 0 to this one. */
export const randomInteger = (most: number): number => floor(random() * (most + 1));
