/** A method as a small coloured word, shortened where it is long. */
export const Method = ({ method }: { readonly method: string }) => {
  const word = method.toUpperCase();
  return (
    <span className="method" data-method={word} title={word}>
      {word === 'DELETE' ? 'DEL' : word === 'OPTIONS' ? 'OPT' : word.slice(0, 6)}
    </span>
  );
};
