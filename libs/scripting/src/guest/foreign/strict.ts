/** What JavaScript itself, JSON and assertions look up in any object. */
const looked = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'length',
  '$$typeof',
  'asymmetricMatch',
]);

/** Throws an error that names the call and says what to use instead. */
export type Refuse = (call: string) => never;

/** Makes objects whose unknown properties are refused by their names. */
export const strictWith =
  (refuse: Refuse) =>
  <A extends object>(name: string, known: A): A =>
    new Proxy(known, {
      get: (target, key, self) => {
        if (typeof key === 'symbol' || key in target || looked.has(key))
          return Reflect.get(target, key, self);
        return refuse(`${name}.${key}`);
      },
    });
