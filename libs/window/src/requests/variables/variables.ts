import { rankItems } from '../../search/ranked.js';
import type { Names } from '../url/resolve-url.js';
import { lookUp, namesOf } from '../url/resolve-url.js';

/** The unfinished `{{token}}` around a caret. */
export interface OpenToken {
  /** Where its braces begin, and where what a completion replaces ends. */
  readonly from: number;
  readonly to: number;
  readonly typed: string;
}

/** The token that is being typed at `caret`, if one is. */
export const tokenAt = (text: string, caret: number): OpenToken | undefined => {
  const from = text.lastIndexOf('{{', caret - 2);
  if (from < 0 || caret < from + 2) return undefined;
  const typed = text.slice(from + 2, caret);
  if (/[{}\n]/.test(typed)) return undefined;
  const [rest = ''] = /^[^{}\s"'/?&#]*\}\}/.exec(text.slice(caret)) ?? [];
  return { from, to: caret + rest.length, typed: typed.trim() };
};

/** A variable that fits what is typed. */
export interface VariableOffer {
  readonly name: string;
  /** Its value, or a word for one that is hidden. */
  readonly value: string;
  readonly source: string;
}

/** How many characters of a value are shown in a list. */
const maxValueLength = 40;

const cut = (value: string): string =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;

/**
 * The variables whose names fit what is typed, best first. Dynamic ones are many, so they come after the others, and not before something
 * is typed.
 */
export const variableOffers = (typed: string, names: Names): readonly VariableOffer[] => {
  const isDynamic = (name: string): boolean => name.startsWith('$');
  const all = namesOf(names);
  const own = all.filter((name) => !isDynamic(name));
  const dynamic = typed === '' ? [] : all.filter(isDynamic);
  return [own, dynamic]
    .flatMap((offered) => rankItems(offered, (name) => name, typed))
    .flatMap((name) => {
      const found = lookUp(name, names);
      return found === undefined ? [] : [{ name, value: cut(found.value), source: found.source }];
    });
};
