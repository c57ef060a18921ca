import type { Noise as Kinds } from './import-plans.js';

type Noise = Kinds[number];

const titles: Readonly<Record<Noise['kind'], string>> = {
  images: 'Images',
  fonts: 'Fonts',
  styles: 'Styles',
  scripts: 'Scripts of pages',
  media: 'Audio and video',
  analytics: 'Analytics',
  other: 'Preflights and the like',
};

interface Props {
  readonly noise: readonly Noise[];
  readonly kept: readonly Noise['kind'][];
  readonly onKept: (kept: readonly Noise['kind'][]) => void;
}

/** The kinds of noise in a recording, each with a box that leaves it out. */
export const NoiseBoxes = ({ noise, kept, onKept }: Props) => (
  <fieldset className="import-noise">
    <legend>Leave out</legend>
    {noise.map(({ kind, count }) => (
      <label key={kind}>
        <input
          type="checkbox"
          checked={!kept.includes(kind)}
          onChange={({ target }) =>
            onKept(target.checked ? kept.filter((one) => one !== kind) : [...kept, kind])
          }
        />
        {titles[kind]} <span className="quiet">({count})</span>
      </label>
    ))}
  </fieldset>
);
