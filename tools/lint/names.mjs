/** Participles that do not end in -ed or -ing. */
const irregularParticiples = new Set(
  `begun bound broken brought built caught chosen done drawn driven fallen forgotten found frozen given gone got grown heard held hidden kept
  known laid led left lent lost made meant met overridden paid rewritten said seen sent shown sold sought spoken stood taken thought
  thrown told undone withheld written`.split(/\s+/),
);

/** Words that look like participles but are not. */
const otherWords = new Set(
  `anything binding bring embed encoding everything exceed feed heading indeed king meaning need nothing padding ping proceed ring seed
  sealing setting shed sing something speed spring string thing warning`.split(/\s+/),
);

const isParticiple = (word) =>
  irregularParticiples.has(word) || (word.length > 4 && /(ed|ing)$/.test(word) && !otherWords.has(word));

/** Splits a name into words in lower case: `parseURLText` becomes parse, url and text. */
const splitWords = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_$]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

/** Established terms, which are allowed although they begin with a participle. */
const terms = new Set(['structuredClone', 'taggedUnion']);

const isNoun = (name) => /^[A-Z]|Contract$/.test(name);

const functionTypes = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression']);

/**
 * Reports top-level names of a module: functions that begin with a participle, and other names that are participles. React components
 * and suites of contract tests are named by nouns.
 */
export const names = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      function:
        '{{name}} begins with a participle. Name a function by a verb, such as writeFile (docs/dictionary.md).',
      value:
        '{{name}} is a participle. Name a value or a type by a noun, such as writtenFile (docs/dictionary.md).',
    },
  },
  create(context) {
    const check = (id, isFunction) => {
      if (id?.type !== 'Identifier' || terms.has(id.name)) return;
      const words = splitWords(id.name);
      if (!isParticiple(words[0] ?? '') || (words.length > 1 && (!isFunction || isNoun(id.name)))) return;
      const messageId = isFunction ? 'function' : 'value';
      context.report({ node: id, messageId, data: { name: id.name } });
    };
    const checkStatement = (statement) => {
      const declaration = statement.declaration ?? statement;
      if (declaration.type === 'VariableDeclaration')
        for (const { id, init } of declaration.declarations) check(id, functionTypes.has(init?.type));
      else check(declaration.id, declaration.type === 'FunctionDeclaration');
    };
    return { Program: ({ body }) => body.forEach(checkStatement) };
  },
};
