import { typescriptLanguage } from '@codemirror/lang-javascript';
import { getOwnValue } from '@tandem/core/codec';

/** A node of a parsed text. */
export type SyntaxNode = ReturnType<typeof typescriptLanguage.parser.parse>['topNode'];

/** The type of an expression: a type in the declarations, the name of a type, or a function or class. */
export type TypeRef =
  | { readonly kind: 'node'; readonly node: SyntaxNode }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'function'; readonly result: TypeRef | undefined }
  | { readonly kind: 'class'; readonly name: string };

/** A name that scripts can use, or a member that can follow a dot. */
export interface ScriptMember {
  readonly name: string;
  readonly kind: 'variable' | 'function' | 'class' | 'property' | 'method';
  /** As declared, such as `get(name: string): string | null`. */
  readonly signature: string;
  /** The comment above the declaration; empty if there is none. */
  readonly doc: string;
  readonly type: TypeRef | undefined;
}

/** The members of a type. */
export interface ScriptMembers {
  readonly all: ReadonlyMap<string, ScriptMember>;
  /** Whether values may have members that are not declared. */
  readonly isOpen: boolean;
}

/** The declared names and types of scripts. */
export interface ScriptTypes {
  readonly globals: ReadonlyMap<string, ScriptMember>;
  readonly membersOf: (type: TypeRef) => ScriptMembers;
  /** Returns the type of the result of a call. */
  readonly resultOf: (type: TypeRef) => TypeRef | undefined;
  /** Returns the type of an awaited value. */
  readonly awaitedOf: (type: TypeRef) => TypeRef;
}

/** The children of a node. */
export const listChildren = (node: SyntaxNode): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
};

const open: ScriptMembers = { all: new Map(), isOpen: true };

/** Base types of the language whose members scripts do not use by name. */
const plainBases: readonly string[] = ['Iterable'];

const memberNodes: Readonly<Record<string, ScriptMember['kind']>> = {
  PropertyType: 'property',
  PropertyDeclaration: 'property',
  MethodType: 'method',
  MethodDeclaration: 'method',
};

const parseDoc = (comment: string): string =>
  comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd())
    .join(' ')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the type in an annotation such as `: string`. */
const getAnnotatedType = (node: SyntaxNode): TypeRef | undefined => {
  const type = node.getChild('TypeAnnotation')?.lastChild;
  return type ? { kind: 'node', node: type } : undefined;
};

const mergeMembers = (some: readonly ScriptMembers[]): ScriptMembers => ({
  all: new Map(some.flatMap(({ all }) => [...all])),
  isOpen: some.some(({ isOpen }) => isOpen),
});

/** Reads the declarations of a `.d.ts` text. */
const createReader = (text: string) => {
  const getText = ({ from, to }: SyntaxNode): string => text.slice(from, to);
  const getDoc = (node: SyntaxNode): string => {
    const before = node.prevSibling;
    return before?.name === 'BlockComment' && getText(before).startsWith('/**')
      ? parseDoc(getText(before))
      : '';
  };
  const getSignature = (node: SyntaxNode): string =>
    getText(node)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^declare\s+|\breadonly\s+(?=\w+\??:)|^static\s+|;$/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const toMember = (node: SyntaxNode, kind: ScriptMember['kind']): readonly ScriptMember[] => {
    const name = node.getChild('PropertyDefinition');
    if (name === null) return [];
    const annotated = getAnnotatedType(node);
    const type: TypeRef | undefined = kind === 'method' ? { kind: 'function', result: annotated } : annotated;
    const signature = getSignature(node);
    return [{ name: getText(name), kind, signature, doc: getDoc(node), type }];
  };
  const listMembers = (body: SyntaxNode, isStatic: boolean): readonly ScriptMember[] =>
    listChildren(body).flatMap((node) => {
      const kind = getOwnValue(memberNodes, node.name);
      if (kind === undefined || (node.getChild('static') !== null) !== isStatic) return [];
      return toMember(node, kind).filter(({ name }) => name !== 'constructor');
    });
  return { getText, getDoc, getSignature, listMembers };
};

type Reader = ReturnType<typeof createReader>;

/**
 * Reads the declarations of a file: interfaces and classes, and everything else that a script can refer to.
 * Indexed by name.
 */
const readDeclarations = (top: SyntaxNode, { getText, getDoc, getSignature }: Reader) => {
  const types = new Map<string, SyntaxNode>();
  const globals = new Map<string, ScriptMember>();
  const add = (node: SyntaxNode, kind: ScriptMember['kind'], type: (name: string) => TypeRef | undefined) => {
    const nameNode = node.getChild('VariableDefinition');
    if (nameNode === null) return;
    const name = getText(nameNode);
    const outer = node.parent ?? node;
    const signature = kind === 'class' ? `class ${name}` : getSignature(outer);
    globals.set(name, { name, kind, signature, doc: getDoc(outer), type: type(name) });
    if (kind === 'class') types.set(name, node);
  };
  for (const node of listChildren(top)) {
    const typeName = node.getChild('TypeDefinition');
    if (typeName !== null) types.set(getText(typeName), node);
    if (node.name !== 'AmbientDeclaration') continue;
    for (const inner of listChildren(node)) {
      if (inner.name === 'VariableDeclaration') add(inner, 'variable', () => getAnnotatedType(inner));
      if (inner.name === 'ClassDeclaration') add(inner, 'class', (name) => ({ kind: 'class', name }));
      if (inner.name === 'AmbientFunctionDeclaration')
        add(inner, 'function', () => ({ kind: 'function', result: getAnnotatedType(inner) }));
    }
  }
  return { types, globals };
};

const nothing: readonly string[] = ['NullType', 'null', 'undefined', 'VoidType'];

/** Splits a generic type into its name and its first argument: `Promise` and `Response` for `Promise<Response>`. */
const splitGeneric = (node: SyntaxNode, getText: Reader['getText']) => {
  const name = node.getChild('TypeName');
  const given = node.getChild('TypeArgList');
  const inner = (given === null ? [] : listChildren(given)).filter(
    (one) => !['<', '>', ','].includes(one.name),
  );
  return { name: name === null ? '' : getText(name), inner };
};

/** Lists the members of `Record<'a' | 'b', Value>`. */
const listRecordMembers = ([keys, value]: readonly SyntaxNode[], { getText }: Reader): ScriptMembers => {
  if (keys === undefined || value === undefined) return open;
  const names = [...getText(keys).matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  if (names.length === 0) return open;
  const kind = value.name === 'FunctionSignature' ? 'method' : 'property';
  const type: TypeRef =
    kind === 'method' ? { kind: 'function', result: undefined } : { kind: 'node', node: value };
  const signature = getText(value).replace(/\s+/g, ' ');
  return {
    all: new Map(
      names.map((name) => [name, { name, kind, signature: `${name}: ${signature}`, doc: '', type }]),
    ),
    isOpen: false,
  };
};

/** Lists the parts of a union or an intersection, without null. */
const listParts = (node: SyntaxNode): readonly SyntaxNode[] =>
  listChildren(node).filter(({ name }) => name !== 'LogicOp' && !nothing.includes(name));

type TypeIndex = ReturnType<typeof readDeclarations>['types'];

/** Finds the members of types. */
const createMemberFinder = (types: TypeIndex, reader: Reader): ScriptTypes['membersOf'] => {
  const { getText, listMembers } = reader;
  const membersOfBody = (node: SyntaxNode): ScriptMembers => ({
    all: new Map(listMembers(node, false).map((one) => [one.name, one])),
    isOpen: node.getChild('IndexSignature') !== null,
  });
  const membersOfNamed = (name: string): ScriptMembers => {
    const declared = types.get(name);
    if (declared === undefined) return plainBases.includes(name) ? { ...open, isOpen: false } : open;
    const body = declared.getChild('ObjectType') ?? declared.getChild('ClassBody');
    if (body === null) return open;
    const bases = listChildren(declared).filter((one) =>
      ['TypeName', 'ParameterizedType'].includes(one.name),
    );
    return mergeMembers([...bases.map(membersOfNode), membersOfBody(body)]);
  };
  const membersOfNode = (node: SyntaxNode): ScriptMembers => {
    switch (node.name) {
      case 'TypeName':
        return membersOfNamed(getText(node));
      case 'ObjectType':
        return membersOfBody(node);
      case 'IntersectionType':
        return mergeMembers(listParts(node).map(membersOfNode));
      case 'UnionType': {
        const [only, ...others] = listParts(node);
        return only === undefined || others.length > 0 ? open : membersOfNode(only);
      }
      case 'ParameterizedType': {
        const { name, inner } = splitGeneric(node, getText);
        const [first] = inner;
        if (name === 'Readonly' && first !== undefined) return membersOfNode(first);
        return name === 'Record' ? listRecordMembers(inner, reader) : membersOfNamed(name);
      }
      default:
        return open;
    }
  };
  const membersOf = (type: TypeRef): ScriptMembers => {
    if (type.kind === 'node') return membersOfNode(type.node);
    if (type.kind === 'named') return membersOfNamed(type.name);
    if (type.kind === 'function') return open;
    const body = types.get(type.name)?.getChild('ClassBody');
    return {
      all: new Map((body ? listMembers(body, true) : []).map((one) => [one.name, one])),
      isOpen: true,
    };
  };
  return membersOf;
};

/** Finds the results of calls. */
const createResultFinder = (types: TypeIndex, { getText }: Reader): ScriptTypes['resultOf'] => {
  /** Finds the result type of the call signature in a type. */
  const findCallResult = (node: SyntaxNode): TypeRef | undefined => {
    const declared = node.name === 'TypeName' ? types.get(getText(node)) : node;
    if (declared === undefined) return undefined;
    const body = declared.getChild('ObjectType') ?? declared;
    const signature = body.getChild('CallSignature');
    if (signature !== null) return getAnnotatedType(signature);
    return node.name === 'IntersectionType'
      ? listParts(node)
          .map(findCallResult)
          .find((one) => one !== undefined)
      : undefined;
  };
  return (type) => {
    if (type.kind === 'function') return type.result;
    return type.kind === 'node' ? findCallResult(type.node) : undefined;
  };
};

/** Reads the names and types that the text of `.d.ts` files declares. */
export const parseScriptTypes = (text: string): ScriptTypes => {
  const reader = createReader(text);
  const { getText } = reader;
  const { types, globals } = readDeclarations(typescriptLanguage.parser.parse(text).topNode, reader);
  const awaitedOf = (type: TypeRef): TypeRef => {
    if (type.kind !== 'node' || type.node.name !== 'ParameterizedType') return type;
    const { name, inner } = splitGeneric(type.node, getText);
    return name === 'Promise' && inner[0] !== undefined ? { kind: 'node', node: inner[0] } : type;
  };
  return {
    globals,
    membersOf: createMemberFinder(types, reader),
    resultOf: createResultFinder(types, reader),
    awaitedOf,
  };
};
