import { createRequire } from 'node:module';

import { type Clock, type DynamicValues, SettingError } from '@tandem/core';
import type { Faker } from '@faker-js/faker';

import { createDynamicMakers, type DynamicMakers } from './values.js';

/** The locale of made-up names and words if `TANDEM_LOCALE` does not set one. */
export const defaultLocale = 'en';

const isLocale = (name: string): boolean => /^[a-z]{2,3}(?:_[A-Za-z]{2,8}){0,2}$/.test(name);

const requireHere = createRequire(import.meta.url);

const getModule = (locale: string): string => `@faker-js/faker/locale/${locale}`;

const hasLocale = (locale: string): boolean => {
  if (!isLocale(locale)) return false;
  try {
    requireHere.resolve(getModule(locale));
    return true;
  } catch {
    return false;
  }
};

const loadFaker = (locale: string): Faker =>
  (requireHere(getModule(locale)) as { readonly faker: Faker }).faker;

/**
 * Creates the values of dynamic variables with faker, which is loaded for the first value. With a seed, the same names in the same order
 * get the same values.
 * @param chosen a locale of faker, such as `de` or `pt_BR`; the default if empty
 * @throws SettingError if faker does not have the locale
 */
export const createDynamicValues = (clock: Clock, chosen = ''): DynamicValues => {
  const locale = chosen === '' ? defaultLocale : chosen;
  if (locale !== defaultLocale && !hasLocale(locale))
    throw new SettingError(
      `TANDEM_LOCALE is "${locale}", which faker does not have: set it to a locale such as de, fr or pt_BR (fakerjs.dev/guide/localization)`,
    );
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
