import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

/** Whether a type is a record with arbitrary keys; lists and strings are indexed by number. */
const isRecord = (checker, type) =>
  type.isUnionOrIntersection()
    ? type.types.some((one) => isRecord(checker, one))
    : checker.getIndexInfoOfType(type, ts.IndexKind.String) !== undefined;

/** Whether a key may be any string. A key with a narrower type was checked before. */
const isAnyText = (type) =>
  type.isUnion() ? type.types.some(isAnyText) : (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Any)) !== 0;

/** Whether a string has a fixed prefix, such as `TANDEM_${name}`. No inherited member has such a name. */
const hasBeginning = (node) =>
  node.type === 'TemplateLiteral' && /^(?!_)./.test(node.quasis[0]?.value.cooked ?? '');

const isWritten = (node) =>
  node.parent.type === 'AssignmentExpression' && node.parent.operator === '=' && node.parent.left === node;

const guards = new Set(['ConditionalExpression', 'IfStatement', 'LogicalExpression']);

const isGuarded = (node, source) => {
  const guard = `Object.hasOwn(${source.getText(node.object)}, ${source.getText(node.property)})`;
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    const condition = outer.type === 'LogicalExpression' ? outer.left : outer.test;
    if (guards.has(outer.type) && condition !== inner && source.getText(condition).includes(guard))
      return true;
  }
  return false;
};

/** Reports `record[key]` if the key may be any string, because `constructor` would find an inherited member. */
export const ownLookups = ESLintUtils.RuleCreator.withoutDocs({
  defaultOptions: [],
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      inherited:
        'A name such as "constructor" finds what every object inherits. Use a Map, getOwnValue of @tandem/core/codec, or check Object.hasOwn first.',
    },
  },
  create: (context) => {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    return {
      MemberExpression: (node) => {
        const { object, property, computed } = node;
        if (!computed || property.type === 'Literal' || hasBeginning(property) || isWritten(node)) return;
        if (!isAnyText(services.getTypeAtLocation(property))) return;
        if (!isRecord(checker, services.getTypeAtLocation(object))) return;
        if (!isGuarded(node, context.sourceCode)) context.report({ node, messageId: 'inherited' });
      },
    };
  },
});
