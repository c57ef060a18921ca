import { groupLeftOut } from '@tandem/core';

import type { Noise, NoiseKind } from './import-plans.js';

interface Props {
  readonly title?: string;
  /** The first items that were left out. */
  readonly leftOut: readonly { readonly place: string; readonly what: string }[];
  /** How many items were left out in total. */
  readonly count: number;
}

/** Lists what an import or export could not include, with the location of each item. */
export const LeftOut = ({ title = 'Left out', leftOut, count }: Props) => (
  <section className="stack">
    <h3>{title}</h3>
    <ul className="import-list" tabIndex={0} aria-label={title}>
      {groupLeftOut(leftOut).map(({ place, what }, at) => (
        <li key={at}>
          <span className="import-name">
            <strong>{place}</strong>: {what}
          </span>
        </li>
      ))}
      {count > leftOut.length && <li className="quiet">and {count - leftOut.length} more</li>}
    </ul>
  </section>
);

const titles: Readonly<Record<NoiseKind, string>> = {
  images: 'Images',
  fonts: 'Fonts',
  styles: 'Styles',
  scripts: 'Page scripts',
  media: 'Audio and video',
  analytics: 'Analytics',
  other: 'Preflight requests and similar',
};

interface NoiseBoxesProps {
  readonly noise: Noise;
  readonly noiseToKeep: readonly NoiseKind[];
  readonly onKeep: (noiseToKeep: readonly NoiseKind[]) => void;
}

/** Shows a checkbox for each kind of noise in a recording. An unchecked kind is not imported. */
export const NoiseBoxes = ({ noise, noiseToKeep, onKeep }: NoiseBoxesProps) => (
  <fieldset className="import-noise">
    <legend>Leave out</legend>
    {noise.map(({ kind, count }) => (
      <label key={kind}>
        <input
          type="checkbox"
          checked={!noiseToKeep.includes(kind)}
          onChange={({ target }) =>
            onKeep(target.checked ? noiseToKeep.filter((one) => one !== kind) : [...noiseToKeep, kind])
          }
        />
        {titles[kind]} <span className="quiet">({count})</span>
      </label>
    ))}
  </fieldset>
);
