/** A key combination such as `Ctrl+Shift+K`, one box for each key. */
export const Kbd = ({ keys }: { readonly keys: string }) => (
  <kbd className="k-kbd">
    {keys.split('+').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </kbd>
);
