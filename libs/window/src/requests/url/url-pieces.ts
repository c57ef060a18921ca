/** A piece of a URL that is not sent yet, and what it is. */
export interface UrlPiece {
  readonly kind: 'plain' | 'variable' | 'parameter';
  readonly text: string;
}

const special = /\{\{[^{}]*\}\}|(?<=\/):[A-Za-z_]\w*/g;

/** Cuts a URL into its `{{variables}}`, its `:parameters` and the rest; together again they are the URL. */
export const urlPieces = (url: string): readonly UrlPiece[] => {
  const pieces: UrlPiece[] = [];
  let at = 0;
  for (const { 0: text, index } of url.matchAll(special)) {
    if (index > at) pieces.push({ kind: 'plain', text: url.slice(at, index) });
    pieces.push({ kind: text.startsWith(':') ? 'parameter' : 'variable', text });
    at = index + text.length;
  }
  if (at < url.length) pieces.push({ kind: 'plain', text: url.slice(at) });
  return pieces;
};
