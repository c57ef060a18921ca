/** A spot in the color of an environment; a ring when it has none. */
export const ColorDot = ({ color }: { readonly color: string }) => (
  <span
    className="color-dot"
    aria-hidden="true"
    {...(color === '' ? { 'data-none': true } : { style: { backgroundColor: color } })}
  />
);
