import { Button } from '../kit/index.js';
import type { PlannedSecret } from './import-plans.js';

interface Props {
  readonly secrets: readonly PlannedSecret[];
  /** The names of values that are not secrets. */
  readonly plain: readonly string[];
  readonly onPlain: (plain: readonly string[]) => void;
}

/** Lists the values that an import turns into secrets, each with the reason, and with a button that keeps it a variable. */
export const PlannedSecrets = ({ secrets, plain, onPlain }: Props) =>
  secrets.length === 0 ? null : (
    <section className="stack">
      <h3>Secrets</h3>
      <ul className="import-list" tabIndex={0} aria-label="Secrets">
        {secrets.map(({ name, why }) => (
          <li key={name}>
            <span className="import-name">
              <strong>{name}</strong>
              <span className="quiet">{why === undefined ? ' is a variable' : `: ${why}`}</span>
            </span>
            <Button
              isSmall
              variant="quiet"
              aria-label={why === undefined ? `Make it a secret: ${name}` : `Not a secret: ${name}`}
              onClick={() =>
                onPlain(why === undefined ? plain.filter((one) => one !== name) : [...plain, name])
              }
            >
              {why === undefined ? 'Make it a secret' : 'Not a secret'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
