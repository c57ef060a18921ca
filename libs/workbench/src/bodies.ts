import type { BodyBudget } from '@tandem/core';
import { createBodyBudget } from '@tandem/execution';

const variable = 'TANDEM_BODIES_IN_FLIGHT_BYTES';
const least = 1024 * 1024;

/**
 * What all bodies in flight may take: `TANDEM_BODIES_IN_FLIGHT_BYTES`, from 1 MiB; 256 MiB when it is not set.
 * @throws an error naming the variable when its value is invalid
 */
export const bodiesFromEnvironment = (env: Readonly<Record<string, string | undefined>>): BodyBudget => {
  const text = env[variable];
  if (text === undefined || text === '') return createBodyBudget();
  const value = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (value < least) throw new Error(`${variable}=${text} is invalid; it takes a whole number from ${least}`);
  return createBodyBudget(value);
};
