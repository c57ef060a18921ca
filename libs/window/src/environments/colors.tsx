/** The available colors. They are distinguishable in both themes. */
const palette: readonly (readonly [color: string, name: string])[] = [
  ['', 'No color'],
  ['#d32f2f', 'Red'],
  ['#e07b00', 'Orange'],
  ['#b8930a', 'Yellow'],
  ['#2e8a54', 'Green'],
  ['#0c7d8f', 'Teal'],
  ['#2f6fd6', 'Blue'],
  ['#7b4fc9', 'Purple'],
  ['#c2478e', 'Pink'],
];

interface Props {
  readonly color: string;
  readonly onChoose: (color: string) => void;
}

/** A row of colors to choose one from. */
export const ColorChoice = ({ color, onChoose }: Props) => {
  const isListed = palette.some(([one]) => one === color.toLowerCase());
  const choices = isListed ? palette : [...palette, [color, `Custom color ${color}`] as const];
  return (
    <div className="colors" role="radiogroup" aria-label="Color">
      {choices.map(([one, name]) => (
        <input
          key={one}
          type="radio"
          name="environment color"
          aria-label={name}
          title={name}
          className="swatch"
          data-none={one === '' ? true : undefined}
          {...(one === '' ? {} : { style: { backgroundColor: one } })}
          checked={one.toLowerCase() === color.toLowerCase()}
          onChange={() => onChoose(one)}
        />
      ))}
    </div>
  );
};

/** Shows a dot in the color of an environment, or a ring if it has no color. */
export const ColorDot = ({ color }: { readonly color: string }) => (
  <span
    className="color-dot"
    aria-hidden="true"
    {...(color === '' ? { 'data-none': true } : { style: { backgroundColor: color } })}
  />
);
