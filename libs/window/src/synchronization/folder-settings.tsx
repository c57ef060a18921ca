import { usePreferences } from '../settings/preferences.js';
import { FolderTrust } from '../trust/new-scripts.js';

/** What is synchronized automatically; both are on until they are turned off. */
export const FolderSettings = ({ onChange }: { readonly onChange: () => void }) => {
  const { preferences, prefer } = usePreferences();
  const { savesFolder = true, watchesFolder = true } = preferences;
  return (
    <fieldset className="folder-settings">
      <legend className="spoken">Automatic</legend>
      <label className="row">
        <input
          type="checkbox"
          checked={savesFolder}
          onChange={({ target }) => {
            prefer({ savesFolder: target.checked });
            onChange();
          }}
        />
        Save changes to the folder automatically
      </label>
      <label className="row">
        <input
          type="checkbox"
          checked={watchesFolder}
          onChange={({ target }) => {
            prefer({ watchesFolder: target.checked });
            onChange();
          }}
        />
        Take in changed files automatically
      </label>
      <FolderTrust />
    </fieldset>
  );
};
