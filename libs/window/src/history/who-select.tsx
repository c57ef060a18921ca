import { Select } from '../kit/index.js';
import { formatActor } from '../activity/activity.js';

interface Props {
  /** The name of a caller; empty for anyone. */
  readonly by: string;
  readonly callers: readonly string[];
  readonly onChange: (by: string) => void;
}

/** Filters by who changed or executed something. */
export const WhoSelect = ({ by, callers, onChange }: Props) => (
  <Select
    label="Who"
    value={by}
    options={[
      { value: '', title: 'Anyone' },
      ...callers.map((name) => ({ value: name, title: formatActor({ by: name }) })),
    ]}
    onChange={onChange}
  />
);
