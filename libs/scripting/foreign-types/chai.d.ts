/* eslint-disable @typescript-eslint/no-explicit-any -- a script may check values of any type */

/** The result of `expect` in scripts of Postman and Bruno, from chai 4. Postman and Bruno each add more assertions. */
interface ChaiAssertion {
  readonly to: Assertion;
  readonly be: Assertion;
  readonly been: Assertion;
  readonly is: Assertion;
  readonly that: Assertion;
  readonly which: Assertion;
  readonly and: Assertion;
  readonly has: Assertion;
  readonly have: Assertion;
  readonly with: Assertion;
  readonly at: Assertion;
  readonly of: Assertion;
  readonly same: Assertion;
  readonly but: Assertion;
  readonly does: Assertion;
  readonly still: Assertion;
  readonly also: Assertion;
  /** Negates what follows. */
  readonly not: Assertion;
  /** Compares by value instead of by identity. */
  readonly deep: Assertion;
  /** Lets names be paths, such as `a.b[0]`. */
  readonly nested: Assertion;
  /** Ignores inherited properties. */
  readonly own: Assertion;
  /** Requires the members in their order. */
  readonly ordered: Assertion;
  /** Requires one of the keys. */
  readonly any: Assertion;
  /** Requires all keys. */
  readonly all: Assertion;
  /** The value has a type, such as `string`, `array` or `object`. */
  a(type: string, message?: string): Assertion;
  /** The value has a type, such as `array`. */
  an(type: string, message?: string): Assertion;
  /** The text has a part, the list a member, or the object these properties. */
  include(part: unknown, message?: string): Assertion;
  includes(part: unknown, message?: string): Assertion;
  contain(part: unknown, message?: string): Assertion;
  contains(part: unknown, message?: string): Assertion;
  /** The value is truthy. */
  readonly ok: Assertion;
  readonly true: Assertion;
  readonly false: Assertion;
  readonly null: Assertion;
  readonly undefined: Assertion;
  readonly NaN: Assertion;
  /** The value is neither null nor undefined. */
  readonly exist: Assertion;
  readonly exists: Assertion;
  /** The text, list or object is empty. */
  readonly empty: Assertion;
  readonly Arguments: Assertion;
  /** The value is the same, as with `===`. */
  equal(value: unknown, message?: string): Assertion;
  equals(value: unknown, message?: string): Assertion;
  eq(value: unknown, message?: string): Assertion;
  /** The value is deeply equal. */
  eql(value: unknown, message?: string): Assertion;
  eqls(value: unknown, message?: string): Assertion;
  /** The number is greater. */
  above(value: number | Date, message?: string): Assertion;
  gt(value: number | Date, message?: string): Assertion;
  greaterThan(value: number | Date, message?: string): Assertion;
  /** The number is greater or equal. */
  least(value: number | Date, message?: string): Assertion;
  gte(value: number | Date, message?: string): Assertion;
  greaterThanOrEqual(value: number | Date, message?: string): Assertion;
  /** The number is less. */
  below(value: number | Date, message?: string): Assertion;
  lt(value: number | Date, message?: string): Assertion;
  lessThan(value: number | Date, message?: string): Assertion;
  /** The number is less or equal. */
  most(value: number | Date, message?: string): Assertion;
  lte(value: number | Date, message?: string): Assertion;
  lessThanOrEqual(value: number | Date, message?: string): Assertion;
  /** The number is between two others, or equal to one of them. */
  within(from: number | Date, to: number | Date, message?: string): Assertion;
  instanceof(type: unknown, message?: string): Assertion;
  instanceOf(type: unknown, message?: string): Assertion;
  /** The object has a property, with this value if one is given. What follows is about the property. */
  property(name: string, value?: unknown, message?: string): Assertion;
  ownProperty(name: string, value?: unknown, message?: string): Assertion;
  haveOwnProperty(name: string, value?: unknown, message?: string): Assertion;
  ownPropertyDescriptor(name: string, descriptor?: unknown, message?: string): Assertion;
  haveOwnPropertyDescriptor(name: string, descriptor?: unknown, message?: string): Assertion;
  /** The text or list has a length. */
  lengthOf(length: number, message?: string): Assertion;
  /** The text matches a regular expression. */
  match(pattern: RegExp, message?: string): Assertion;
  matches(pattern: RegExp, message?: string): Assertion;
  /** The text contains another one. */
  string(part: string, message?: string): Assertion;
  /** The object has these keys, and no others unless `any` or `include` comes before. */
  keys(...names: unknown[]): Assertion;
  key(...names: unknown[]): Assertion;
  /** The function throws. */
  throw(error?: unknown, message?: string | RegExp): Assertion;
  throws(error?: unknown, message?: string | RegExp): Assertion;
  Throw(error?: unknown, message?: string | RegExp): Assertion;
  /** The object has a method. */
  respondTo(name: string, message?: string): Assertion;
  respondsTo(name: string, message?: string): Assertion;
  readonly itself: Assertion;
  /** The function returns true for the value. */
  satisfy(check: (value: any) => boolean, message?: string): Assertion;
  satisfies(check: (value: any) => boolean, message?: string): Assertion;
  /** The number differs by no more than `delta`. */
  closeTo(value: number, delta: number, message?: string): Assertion;
  approximately(value: number, delta: number, message?: string): Assertion;
  /** The list has these members, in any order. */
  members(all: readonly unknown[], message?: string): Assertion;
  /** The value is one of the list. */
  oneOf(all: readonly unknown[], message?: string): Assertion;
  change(subject: unknown, name?: string, message?: string): Assertion;
  changes(subject: unknown, name?: string, message?: string): Assertion;
  increase(subject: unknown, name?: string, message?: string): Assertion;
  increases(subject: unknown, name?: string, message?: string): Assertion;
  decrease(subject: unknown, name?: string, message?: string): Assertion;
  decreases(subject: unknown, name?: string, message?: string): Assertion;
  by(delta: number, message?: string): Assertion;
  readonly extensible: Assertion;
  readonly sealed: Assertion;
  readonly frozen: Assertion;
  readonly finite: Assertion;
}

interface ChaiExpect {
  /** Begins an assertion about a value, such as `expect(a).to.equal(b)`. */
  (value: unknown, message?: string): Assertion;
  /** Fails. */
  fail(message?: string): never;
}

/** The assertions of `assert`. Each takes the value first, then what it is compared with, and a message last. */
interface ChaiAssert extends Record<
  | 'fail'
  | 'isOk'
  | 'isNotOk'
  | 'equal'
  | 'notEqual'
  | 'strictEqual'
  | 'notStrictEqual'
  | 'deepStrictEqual'
  | 'deepEqual'
  | 'notDeepEqual'
  | 'isAbove'
  | 'isAtLeast'
  | 'isBelow'
  | 'isAtMost'
  | 'isTrue'
  | 'isNotTrue'
  | 'isFalse'
  | 'isNotFalse'
  | 'isNull'
  | 'isNotNull'
  | 'isNaN'
  | 'isNotNaN'
  | 'exists'
  | 'notExists'
  | 'isUndefined'
  | 'isDefined'
  | 'isFunction'
  | 'isNotFunction'
  | 'isObject'
  | 'isNotObject'
  | 'isArray'
  | 'isNotArray'
  | 'isString'
  | 'isNotString'
  | 'isNumber'
  | 'isNotNumber'
  | 'isFinite'
  | 'isBoolean'
  | 'isNotBoolean'
  | 'typeOf'
  | 'notTypeOf'
  | 'instanceOf'
  | 'notInstanceOf'
  | 'include'
  | 'notInclude'
  | 'deepInclude'
  | 'notDeepInclude'
  | 'nestedInclude'
  | 'notNestedInclude'
  | 'deepNestedInclude'
  | 'notDeepNestedInclude'
  | 'ownInclude'
  | 'notOwnInclude'
  | 'deepOwnInclude'
  | 'notDeepOwnInclude'
  | 'match'
  | 'notMatch'
  | 'property'
  | 'notProperty'
  | 'propertyVal'
  | 'notPropertyVal'
  | 'deepPropertyVal'
  | 'notDeepPropertyVal'
  | 'ownProperty'
  | 'notOwnProperty'
  | 'ownPropertyVal'
  | 'notOwnPropertyVal'
  | 'deepOwnPropertyVal'
  | 'notDeepOwnPropertyVal'
  | 'nestedProperty'
  | 'notNestedProperty'
  | 'nestedPropertyVal'
  | 'notNestedPropertyVal'
  | 'deepNestedPropertyVal'
  | 'notDeepNestedPropertyVal'
  | 'lengthOf'
  | 'hasAnyKeys'
  | 'hasAllKeys'
  | 'containsAllKeys'
  | 'doesNotHaveAnyKeys'
  | 'doesNotHaveAllKeys'
  | 'hasAnyDeepKeys'
  | 'hasAllDeepKeys'
  | 'containsAllDeepKeys'
  | 'doesNotHaveAnyDeepKeys'
  | 'doesNotHaveAllDeepKeys'
  | 'throws'
  | 'doesNotThrow'
  | 'operator'
  | 'closeTo'
  | 'approximately'
  | 'sameMembers'
  | 'notSameMembers'
  | 'sameDeepMembers'
  | 'notSameDeepMembers'
  | 'sameOrderedMembers'
  | 'notSameOrderedMembers'
  | 'sameDeepOrderedMembers'
  | 'notSameDeepOrderedMembers'
  | 'includeMembers'
  | 'notIncludeMembers'
  | 'includeDeepMembers'
  | 'notIncludeDeepMembers'
  | 'includeOrderedMembers'
  | 'notIncludeOrderedMembers'
  | 'includeDeepOrderedMembers'
  | 'notIncludeDeepOrderedMembers'
  | 'oneOf'
  | 'changes'
  | 'changesBy'
  | 'doesNotChange'
  | 'changesButNotBy'
  | 'increases'
  | 'increasesBy'
  | 'doesNotIncrease'
  | 'increasesButNotBy'
  | 'decreases'
  | 'decreasesBy'
  | 'doesNotDecrease'
  | 'doesNotDecreaseBy'
  | 'decreasesButNotBy'
  | 'ifError'
  | 'isExtensible'
  | 'isNotExtensible'
  | 'isSealed'
  | 'isNotSealed'
  | 'isFrozen'
  | 'isNotFrozen'
  | 'isEmpty'
  | 'isNotEmpty'
  | 'ok'
  | 'notOk'
  | 'throw'
  | 'Throw'
  | 'extensible'
  | 'notExtensible'
  | 'sealed'
  | 'notSealed'
  | 'frozen'
  | 'notFrozen'
  | 'empty'
  | 'notEmpty',
  (...args: any[]) => void
> {
  /** Fails unless the value is truthy. */
  (value: unknown, message?: string): void;
}
