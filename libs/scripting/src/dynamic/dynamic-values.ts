import { createRequire } from 'node:module';

import type { Clock, DynamicValues } from '@tandem/core';
import type { Faker } from '@faker-js/faker';

import { createDynamicMakers, type DynamicMakers } from './values.js';

/** The locale of made-up names and words if `TANDEM_LOCALE` does not set one. */
export const defaultLocale = 'en';

const isLocale = (name: string): boolean => /^[a-z]{2,3}(?:_[A-Za-z]{2,8}){0,2}$/.test(name);

const requireHere = createRequire(import.meta.url);

/** @throws Error if faker does not have the locale */
const loadFaker = (locale: string): Faker => {
  const path = `@faker-js/faker/locale/${locale}`;
  if (!isLocale(locale)) throw new Error(explainLocale(locale));
  try {
    return (requireHere(path) as { readonly faker: Faker }).faker;
  } catch (cause) {
    throw new Error(explainLocale(locale), { cause });
  }
};

const explainLocale = (locale: string): string =>
  `TANDEM_LOCALE is "${locale}", which faker does not have: set it to a locale such as de, fr or pt_BR (fakerjs.dev/guide/localization)`;

/**
 * Creates the values of dynamic variables with faker, which is loaded for the first value. With a seed, the same names in the same order
 * get the same values.
 * @param locale a locale of faker, such as `de` or `pt_BR`
 */
export const createDynamicValues = (clock: Clock, locale = defaultLocale): DynamicValues => {
  const now = (): number => clock.now().getTime();
  let faker: Faker | undefined;
  let shared: DynamicMakers | undefined;
  const load = (): Faker => (faker ??= loadFaker(locale));
  const createSeeded = (seed: number): DynamicMakers => {
    const { constructor, rawDefinitions } = load();
    const Seeded = constructor as new (options: {
      readonly locale: Faker['rawDefinitions'];
      readonly seed: number;
    }) => Faker;
    return createDynamicMakers(new Seeded({ locale: rawDefinitions, seed }), now);
  };
  return (seed) => {
    let makers: DynamicMakers | undefined;
    return (name) => {
      makers ??= seed === null ? (shared ??= createDynamicMakers(load(), now)) : createSeeded(seed);
      return Object.hasOwn(makers, name) ? makers[name]?.() : undefined;
    };
  };
};
