import { Select } from '../kit/index.js';
import { useShow } from '../shell/navigation.js';
import { useEnvironmentChoice } from './use-environment-choice.js';
import { ColorDot } from './color-dot.js';

/** What else can be chosen; no id of an environment. */
const none = 'none';
const edit = 'edit';

/** Room for a color where there is none, so that names stand below each other in the list. */
const noDot = <span className="color-dot" data-absent aria-hidden="true" />;

/** Shows the active environment, activates another one or none, and leads to all of them. */
export const EnvironmentSwitcher = () => {
  const { environments, activate, deactivate } = useEnvironmentChoice();
  const show = useShow();
  const choose = (value: string): void => {
    if (value === edit) show('environments');
    else if (value === none) deactivate();
    else activate(value);
  };
  return (
    <Select
      label="Active environment"
      className="environment-switcher"
      look="quiet"
      value={environments.find(({ active }) => active)?.id ?? none}
      options={[
        { value: none, title: 'No environment', mark: noDot },
        ...environments.map(({ id, name, color }) => ({
          value: id,
          title: name,
          mark: color === '' ? noDot : <ColorDot color={color} />,
        })),
        { value: edit, title: 'Edit environments …', mark: noDot },
      ]}
      onChange={choose}
    />
  );
};
