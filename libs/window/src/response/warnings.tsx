/** What a person should know although nothing failed. */
export const Warnings = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <ul className="diagnostics" aria-label="Warnings">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
