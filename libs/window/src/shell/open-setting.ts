import { focusWhenVisible } from './focus.js';
import { usePage } from './page.js';
import { findShownEntry, focusTab } from './panes.js';
import { useWorkspace } from './workspace-stores.js';

const fieldSelector = 'input, select, textarea, button, summary, [tabindex="0"]';

/** Finds the field with a label that begins with `label`, the first field below a heading with that name, or a button with that text. */
const findField = (label: string): HTMLElement | undefined => {
  const shown = document.getElementById('shown-tab');
  if (shown === null) return undefined;
  const begins = (text: string | null): boolean => text?.trim().startsWith(label) === true;
  const named = [...shown.querySelectorAll<HTMLElement>('[aria-label]')].find((element) =>
    begins(element.getAttribute('aria-label')),
  );
  const labels = [
    ...shown.querySelectorAll<HTMLElement>(
      'label, legend, h2, h3, summary, .labelled > span, .k-field-label',
    ),
  ];
  const buttons = [...shown.querySelectorAll<HTMLElement>('button')];
  const found = named ?? [...labels, ...buttons].find((element) => begins(element.textContent));
  if (found === undefined) return undefined;
  const folded = found.closest('details');
  if (folded !== null) folded.open = true;
  found.scrollIntoView({ block: 'nearest' });
  if (found.matches(fieldSelector)) return found;
  const inside = found.querySelector<HTMLElement>(fieldSelector);
  if (inside) return inside;
  return [...shown.querySelectorAll<HTMLElement>(fieldSelector)].find(
    (field) => (found.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
};

/** Finds the selected tab of a part, among the tabs of the shown request or folder. */
const findPartTab = (part: string): HTMLElement | null =>
  document.querySelector(`#shown-tab [role=tab][aria-selected=true][id$="-trigger-${CSS.escape(part)}"]`);

/** The location of a setting in a tab. */
export interface SettingLocation {
  /** The part of the tab that contains it, such as `auth`. */
  readonly part?: string | undefined;
  /** The beginning of its label or heading. */
  readonly label?: string | undefined;
}

/**
 * Returns a function that opens a setting of a screen, a request or a folder, and focuses its field. If the setting is the whole screen or
 * its field is disabled, focuses where the screen begins.
 */
export const useOpenSetting = (): ((tab: string, setting: SettingLocation) => void) => {
  const { wantedPart, panelStates } = usePage();
  const { showAndLeave } = useWorkspace();
  return (tab, { part, label }) => {
    showAndLeave(tab);
    if (part !== undefined) {
      const wanted = { key: `${tab} tab`, value: part };
      panelStates.set(wanted.key, wanted.value);
      wantedPart.set(wanted);
    }
    if (label !== undefined)
      focusWhenVisible(() => {
        const field = findField(label);
        return field?.matches(':disabled') === true ? findShownEntry() : field;
      });
    else if (part !== undefined) focusWhenVisible(() => findPartTab(part));
    else focusTab(tab);
  };
};
