import {
  Activity,
  Braces,
  Cookie,
  FolderSync,
  GitBranch,
  History,
  Keyboard,
  ListChecks,
  type LucideIcon,
  Plug,
  Settings,
  ShieldQuestion,
  SlidersHorizontal,
} from 'lucide-react';

import type { Screen } from './screens.js';

/** The icon of each screen: on its tab, in menus and below the tree. */
export const screenIcons: Readonly<Record<Screen, LucideIcon>> = {
  workspace: SlidersHorizontal,
  environments: Braces,
  cookies: Cookie,
  runs: ListChecks,
  history: History,
  activity: Activity,
  folder: FolderSync,
  git: GitBranch,
  trust: ShieldQuestion,
  connect: Plug,
  shortcuts: Keyboard,
  settings: Settings,
};
