/** Whether a declaration, or one of a function's signatures, has a comment. */
const hasComment = (reflection) =>
  reflection.hasComment() || (reflection.signatures ?? []).some((signature) => signature.hasComment());

const getName = ({ name }) => name;

const isValue = (reflection) => reflection.variant === 'declaration' && reflection.kind === variableKind;

/** `ReflectionKind.Variable` of TypeDoc, whose module only the caller can import. */
const variableKind = 32;

/**
 * The names of a library's exports that have no comment. A codec and its type share a name and describe themselves:
 * their fields have descriptions, and errors print their names. An alias of another export counts once.
 */
export const findUndocumentedExports = (project) => {
  const exported = project.children.filter((reflection) => !reflection.isReference());
  const values = new Set(exported.filter(isValue).map(getName));
  const types = new Set(exported.filter((one) => !isValue(one)).map(getName));
  const isCodec = ({ name }) => values.has(name) && types.has(name);
  return exported.filter((one) => !isCodec(one) && !hasComment(one)).map(getName);
};
