import { javascriptLanguage } from '@codemirror/lang-javascript';
import { findNearest, getOwnValue } from '@tandem/core/codec';

import {
  listChildren,
  type ScriptMember,
  type ScriptTypes,
  type SyntaxNode,
  type TypeRef,
} from './script-types.js';

/** A problem that is marked in a script, with its range. */
export interface ScriptProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** The types of the arguments of each handler. */
const handlerArguments: Readonly<Record<string, readonly string[]>> = {
  onRequest: ['TandemRequest'],
  onResponse: ['TandemSentRequest', 'TandemResponse'],
  onTest: ['TandemSentRequest', 'TandemResponse'],
};

/** The types of names by convention. They are used for completion where the type of a value is unknown. */
const usualTypes: Readonly<Record<string, string>> = {
  req: 'TandemRequest',
  request: 'TandemRequest',
  res: 'TandemResponse',
  response: 'TandemResponse',
  env: 'TandemEnvironment',
  headers: 'Headers',
};

const functions: readonly string[] = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunction',
  'MethodDeclaration',
];

const findName = (node: SyntaxNode | null | undefined, text: string): string =>
  node ? text.slice(node.from, node.to) : '';

/** Returns the name of a function: its own, or that of the constant to which it is assigned. */
const getFunctionName = (node: SyntaxNode, text: string): string => {
  const own = node.getChild('VariableDefinition');
  if (own !== null) return findName(own, text);
  return node.parent?.name === 'VariableDeclaration'
    ? findName(node.parent.getChild('VariableDefinition'), text)
    : '';
};

/** A parsed script with its text. */
export interface ScriptText {
  readonly text: string;
  readonly top: SyntaxNode;
  readonly types: ScriptTypes;
}

/**
 * The definition of a name, with the type of its value if that is known; undefined if the scope does not
 * define the name.
 */
type Binding = { readonly type: TypeRef | undefined } | undefined;

/** Whether a part of a script defines a name, directly or in a destructuring pattern. */
const definesName = (part: SyntaxNode, name: string, text: string): boolean => {
  let found = false;
  part.cursor().iterate((node) => {
    const isName =
      node.name === 'VariableDefinition' ||
      (node.name === 'PropertyName' && node.node.parent?.name === 'PatternProperty');
    if (isName && text.slice(node.from, node.to) === name) found = true;
    return !found && node.name !== 'Block';
  });
  return found;
};

const unknown: Binding = { type: undefined };

const findParameter = (node: SyntaxNode, name: string, { text }: ScriptText): Binding => {
  const parameters = node.getChild('ParamList');
  const list = parameters === null ? listChildren(node) : listChildren(parameters);
  const definitions = list.filter((one) =>
    ['VariableDefinition', 'ObjectPattern', 'ArrayPattern'].includes(one.name),
  );
  const own = parameters === null ? definitions.slice(0, 1) : definitions;
  const at = own.findIndex((one) => one.name === 'VariableDefinition' && findName(one, text) === name);
  if (at < 0) return own.some((one) => definesName(one, name, text)) ? unknown : undefined;
  const type = getOwnValue(handlerArguments, getFunctionName(node, text))?.[at];
  return { type: type === undefined ? undefined : { kind: 'named', name: type } };
};

/** Nodes that declare names for the statements in them. */
const heads: readonly string[] = [
  'ForSpec',
  'ForInSpec',
  'ForOfSpec',
  'VariableDefinition',
  'ArrayPattern',
  'ObjectPattern',
];

const findDeclared = (node: SyntaxNode, name: string, script: ScriptText): Binding => {
  if (node.name === 'ForStatement' || node.name === 'CatchClause')
    return listChildren(node).some((one) => heads.includes(one.name) && definesName(one, name, script.text))
      ? unknown
      : undefined;
  for (const child of listChildren(node)) {
    if (child.name === 'ExportDeclaration') {
      const inner = findDeclared(child, name, script);
      if (inner !== undefined) return inner;
    }
    if (child.name === 'FunctionDeclaration' && getFunctionName(child, script.text) === name) return unknown;
    if (child.name !== 'VariableDeclaration') continue;
    const parts = listChildren(child);
    const at = parts.findIndex(
      (one) => one.name === 'VariableDefinition' && findName(one, script.text) === name,
    );
    if (at < 0) {
      if (parts.some((one) => one.name.endsWith('Pattern') && definesName(one, name, script.text)))
        return unknown;
      continue;
    }
    const value = parts[at + 1]?.name === 'Equals' ? parts[at + 2] : undefined;
    return parts[0]?.name === 'const' && value !== undefined ? { type: findType(value, script) } : unknown;
  }
  return undefined;
};

/** Whether a script defines a name anywhere, even if the type of its value is unknown. */
const isDefined = (name: string, { text, top }: ScriptText): boolean => {
  let found = false;
  top.cursor().iterate((node) => {
    const isName = node.name === 'VariableDefinition' || node.name === 'PropertyName';
    if (isName && node.node.parent?.name !== 'MemberExpression' && text.slice(node.from, node.to) === name)
      found = true;
    return !found;
  });
  return found;
};

const findNamedType = (node: SyntaxNode, script: ScriptText): TypeRef | undefined => {
  const name = findName(node, script.text);
  for (let around = node.parent; around !== null; around = around.parent) {
    const found = functions.includes(around.name)
      ? findParameter(around, name, script)
      : findDeclared(around, name, script);
    if (found !== undefined) return found.type;
  }
  return isDefined(name, script) ? undefined : script.types.globals.get(name)?.type;
};

/** Finds the type of an expression; undefined if it is unknown. */
export const findType = (node: SyntaxNode, script: ScriptText): TypeRef | undefined => {
  const { types } = script;
  const first = node.firstChild;
  switch (node.name) {
    case 'VariableName':
      return findNamedType(node, script);
    case 'MemberExpression':
      return findMember(node, script)?.type;
    case 'CallExpression': {
      const called = first === null ? undefined : findType(first, script);
      return called && types.resultOf(called);
    }
    case 'UnaryExpression':
    case 'AwaitExpression': {
      const isAwait = first?.name === 'await';
      const value = isAwait && node.lastChild !== null ? findType(node.lastChild, script) : undefined;
      return value && types.awaitedOf(value);
    }
    case 'NewExpression': {
      const made = node.getChild('VariableName');
      const name = findName(made, script.text);
      return made !== null && !isDefined(name, script) && types.globals.has(name)
        ? { kind: 'named', name }
        : undefined;
    }
    case 'ParenthesizedExpression': {
      const inner = first?.nextSibling;
      return inner ? findType(inner, script) : undefined;
    }
    default:
      return undefined;
  }
};

/** Finds the declaration of the member in a member expression. */
const findMember = (node: SyntaxNode, script: ScriptText): ScriptMember | undefined => {
  const name = node.getChild('PropertyName');
  const owner = node.firstChild === null ? undefined : findType(node.firstChild, script);
  return name === null || owner === undefined
    ? undefined
    : script.types.membersOf(owner).all.get(findName(name, script.text));
};

/** Finds the type of the value before a dot: its known type, or the usual type for its name. */
const findOwnerType = (node: SyntaxNode, script: ScriptText): TypeRef | undefined => {
  const known = findType(node, script);
  if (known !== undefined) return known;
  const named = node.name === 'MemberExpression' ? node.getChild('PropertyName') : node;
  const usual = ['VariableName', 'PropertyName'].includes(named?.name ?? '')
    ? getOwnValue(usualTypes, findName(named, script.text))
    : undefined;
  return usual === undefined ? undefined : { kind: 'named', name: usual };
};

/** Lists the names that a script itself defines before a position. */
const listOwnNames = ({ text, top }: ScriptText, before: number): readonly ScriptMember[] => {
  const names = new Set<string>();
  top.cursor().iterate((node) => {
    if (node.from >= before) return false;
    if (node.name === 'VariableDefinition' && node.to < before) names.add(text.slice(node.from, node.to));
    return true;
  });
  return Array.from(names, (name) => ({ name, kind: 'variable', signature: '', doc: '', type: undefined }));
};

/** Lists the names that fit at a position, and returns where the already typed part of the name begins. */
export const suggestNames = (
  script: ScriptText,
  position: number,
): { readonly from: number; readonly members: readonly ScriptMember[] } | undefined => {
  const node = script.top.resolveInner(position, -1);
  const around = node.parent;
  if (around?.name === 'MemberExpression' && node !== around.firstChild) {
    const isName = node.name === 'PropertyName';
    const owner = around.firstChild === null ? undefined : findOwnerType(around.firstChild, script);
    if (owner === undefined || (!isName && !['.', '?.'].includes(node.name))) return undefined;
    return { from: isName ? node.from : position, members: [...script.types.membersOf(owner).all.values()] };
  }
  if (node.name !== 'VariableName') return undefined;
  const own = listOwnNames(script, node.from);
  const taken = new Set(own.map(({ name }) => name));
  const globals = [...script.types.globals.values()].filter(({ name }) => !taken.has(name));
  return { from: node.from, members: [...own, ...globals] };
};

/** Finds the declaration of the name at a position. */
export const findDeclaration = (
  script: ScriptText,
  position: number,
): { readonly from: number; readonly to: number; readonly member: ScriptMember } | undefined => {
  const node = script.top.resolveInner(position, 0);
  const { from, to } = node;
  const found =
    node.name === 'PropertyName' && node.parent?.name === 'MemberExpression'
      ? findMember(node.parent, script)
      : node.name === 'VariableName' && !isDefined(findName(node, script.text), script)
        ? script.types.globals.get(findName(node, script.text))
        : undefined;
  return found === undefined ? undefined : { from, to, member: found };
};

/** Maximum number of syntax errors that are marked. Later ones often follow from the first. */
const maxSyntaxErrors = 3;

/** Maximum length of unexpected text in a message, in characters. */
const maxQuotedLength = 20;

const describeSyntaxError = (text: string, from: number, to: number): string => {
  const unexpected = text.slice(from, to).trim();
  if (unexpected !== '') return `Unexpected ${unexpected.slice(0, maxQuotedLength)}`;
  const [next] = /\S{1,20}/.exec(text.slice(to)) ?? [];
  return next === undefined
    ? 'The script ends too early: something is not closed'
    : `Something is missing before ${next}`;
};

/** Lists the syntax errors of a script. */
const listSyntaxErrors = ({ text, top }: Pick<ScriptText, 'text' | 'top'>): readonly ScriptProblem[] => {
  const errors: ScriptProblem[] = [];
  top.cursor().iterate((node) => {
    if (node.type.isError && errors.length < maxSyntaxErrors && errors.at(-1)?.from !== node.from) {
      const message = describeSyntaxError(text, node.from, node.to);
      const to = Math.max(node.to, Math.min(node.from + 1, text.length));
      errors.push({ from: Math.min(node.from, Math.max(to - 1, 0)), to, severity: 'error', message });
    }
    return errors.length < maxSyntaxErrors;
  });
  return errors;
};

const describeUnknownMember = (owner: string, name: string, known: readonly string[]): string => {
  const [near] = findNearest(name, known, 1);
  const said = `${owner.length > maxQuotedLength ? 'The value' : owner} has no ${name}.`;
  return near === undefined ? said : `${said} Did you mean ${near}?`;
};

/** Lists the uses of members that their values do not have, according to the declared types. */
const listUnknownMembers = (script: ScriptText): readonly ScriptProblem[] => {
  const problems: ScriptProblem[] = [];
  script.top.cursor().iterate(({ name: kind, node }) => {
    const owner = node.firstChild;
    const property = kind === 'MemberExpression' ? node.getChild('PropertyName') : null;
    const type = property === null || owner === null ? undefined : findType(owner, script);
    if (property === null || owner === null || type === undefined) return;
    const { all, isOpen } = script.types.membersOf(type);
    const name = findName(property, script.text);
    if (isOpen || all.has(name)) return;
    const message = describeUnknownMember(findName(owner, script.text), name, [...all.keys()]);
    problems.push({ from: property.from, to: property.to, severity: 'warning', message });
  });
  return problems.sort((one, other) => one.from - other.from);
};

/** Lists the errors in a script, and its uses of members that do not exist. Without types, lists only the errors. */
export const listScriptProblems = (
  text: string,
  types: ScriptTypes | undefined,
  top: SyntaxNode = javascriptLanguage.parser.parse(text).topNode,
): readonly ScriptProblem[] => {
  const errors = listSyntaxErrors({ text, top });
  // Members are only checked in a valid script, because the meaning of the rest is uncertain after a syntax
  // error.
  return types === undefined || errors.length > 0 ? errors : listUnknownMembers({ text, top, types });
};

/** Describes the problem at the cursor, or the first one, with its line; empty if the script has no problem. */
export const describeProblems = (
  problems: readonly ScriptProblem[],
  cursor: number,
  getLine: (position: number) => number,
): string => {
  const at = problems.findIndex(({ from, to }) => cursor >= from && cursor <= to);
  const shown = problems[Math.max(at, 0)];
  if (shown === undefined) return '';
  const kind = shown.severity === 'error' ? 'Error' : 'Warning';
  const others =
    problems.length === 1 ? '' : ` (${Math.max(at, 0) + 1} of ${problems.length}, F8 for the next)`;
  return `${kind} in line ${getLine(shown.from)}: ${shown.message}${others}`;
};
