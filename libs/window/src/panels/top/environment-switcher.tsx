import { Select } from '../../kit/index.js';
import { useEnvironmentChoice } from '../../state/use-environment-choice.js';
import { ColorDot } from '../environments/color-dot.js';

/** Shows the active environment and activates another one. */
export const EnvironmentSwitcher = () => {
  const { environments, activate } = useEnvironmentChoice();
  return (
    <Select
      label="Active environment"
      className="environment-switcher"
      look="quiet"
      placeholder="No environment"
      value={environments.find(({ active }) => active)?.id}
      options={environments.map(({ id, name, color }) => ({
        value: id,
        title: name,
        ...(color === '' ? {} : { mark: <ColorDot color={color} /> }),
      }))}
      onChange={activate}
    />
  );
};
