const { floor, random } = Math;

/** An integer from 0 to this one. */
export const getRandomInteger = (most: number): number => floor(random() * (most + 1));
