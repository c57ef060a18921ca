/** Whether a declaration, or one of a function's signatures, has a comment. */
const hasComment = (reflection) =>
  reflection.hasComment() || (reflection.signatures ?? []).some((signature) => signature.hasComment());

const nameOf = ({ name }) => name;

const isValue = (reflection) => reflection.variant === 'declaration' && reflection.kind === variableKind;

/** `ReflectionKind.Variable` of TypeDoc, whose module only the caller can import. */
const variableKind = 32;

/**
 * The names of a library's exports that have no comment. A codec and its type share a name and describe themselves:
 * their
 * fields have descriptions, and errors print their names. An alias of another export counts once.
 */
export const undocumentedExports = (project) => {
  const exported = project.children.filter((reflection) => !reflection.isReference());
  const values = new Set(exported.filter(isValue).map(nameOf));
  const types = new Set(exported.filter((one) => !isValue(one)).map(nameOf));
  const isCodec = ({ name }) => values.has(name) && types.has(name);
  return exported.filter((one) => !isCodec(one) && !hasComment(one)).map(nameOf);
};
