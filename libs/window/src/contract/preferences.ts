import { struct, t } from '@tandem/core/codec';

const OpenTabs = struct(
  'open tabs',
  { open: t.readonlyArray(t.string) },
  { shown: t.union([t.string, t.undefined]) },
);

/** How a person has arranged the page. */
export const Preferences = struct(
  'preferences of the page',
  {},
  {
    /** By workspace id. */
    tabs: t.record(t.string, OpenTabs),
    isListHidden: t.boolean,
    theme: t.keyof({ system: null, light: null, dark: null }),
    placement: t.keyof({ right: null, below: null }),
    /** Whether the workspace folder is saved and loaded automatically; both are on unless set to false. */
    savesFolder: t.boolean,
    watchesFolder: t.boolean,
    /** The command that reads secrets, containing `{name}`; none if blank. */
    secretCommand: t.string,
    /** The format in which requests were last copied. */
    copiedAs: t.string,
    /** The format in which requests were last exported. */
    exportedAs: t.string,
    /** Panel shares by group name; for `list`, the width in pixels. */
    layouts: t.record(t.string, t.record(t.string, t.number)),
  },
);
export type Preferences = t.TypeOf<typeof Preferences>;
