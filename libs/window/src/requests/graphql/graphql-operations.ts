import { variableTokens } from '../../variable-token.js';

/** An operation of a GraphQL document. */
export interface NamedOperation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly name: string;
}

/** Text that is no code: block strings, strings and comments. */
const noCode = /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g;

/** The named operations of a document, also of one that is not valid while it is typed. */
export const operationsOf = (document: string): readonly NamedOperation[] => {
  const operations: NamedOperation[] = [];
  let depth = 0;
  const code = document.replace(noCode, '').replace(variableTokens, '');
  for (const [found, kind, name] of code.matchAll(/[{}]|\b(query|mutation|subscription)\s+([_A-Za-z]\w*)/g)) {
    if (found === '{') depth += 1;
    else if (found === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0 && kind !== undefined && name !== undefined)
      operations.push({ kind: kind as NamedOperation['kind'], name });
  }
  return operations;
};
