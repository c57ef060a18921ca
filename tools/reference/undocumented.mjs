/** Whether a declaration, or one of a function's signatures, has a comment. */
const hasComment = (reflection) =>
  reflection.hasComment() || (reflection.signatures ?? []).some((signature) => signature.hasComment());

const getName = ({ name }) => name;

const isValue = (reflection) => reflection.variant === 'declaration' && reflection.kind === variableKind;

/** The value of TypeDoc's `ReflectionKind.Variable`. Only the caller can import TypeDoc. */
const variableKind = 32;

/**
 * Finds the exports of a library that have no comment. A codec and its type share a name and need none: the fields have
 * descriptions, and errors contain the names. An alias of another export is not counted again.
 */
export const findUndocumentedExports = (project) => {
  const exported = project.children.filter((reflection) => !reflection.isReference());
  const values = new Set(exported.filter(isValue).map(getName));
  const types = new Set(exported.filter((one) => !isValue(one)).map(getName));
  const isCodec = ({ name }) => values.has(name) && types.has(name);
  return exported.filter((one) => !isCodec(one) && !hasComment(one)).map(getName);
};
