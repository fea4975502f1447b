import { Menu, type MenuItemConstructorOptions } from 'electron';

/** What a menu entry does: a role of the system, something of the host, or something of the page. */
export type MenuAction =
  | { role: NonNullable<MenuItemConstructorOptions['role']> }
  | { host: 'open-workspace' | 'reload' | 'theme-system' | 'theme-light' | 'theme-dark' }
  /** A route to show, or `shortcuts`. */
  | { page: string };
export type HostAction = Extract<MenuAction, { host: string }>['host'];

type Entry = { label?: string; keys?: string } & MenuAction;
type MenuSection = { menu: string; entries: (Entry | 'line')[] };

/** The whole menu. Roles without a label are named by the system, in its language. */
export const MENU: MenuSection[] = [
  {
    menu: '&File',
    entries: [
      { label: 'Open Workspace…', keys: 'CmdOrCtrl+O', host: 'open-workspace' },
      'line',
      { role: 'close' },
      { role: 'quit' },
    ],
  },
  {
    menu: '&Edit',
    entries: [
      { role: 'undo' },
      { role: 'redo' },
      'line',
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  },
  {
    menu: '&View',
    entries: [
      { label: 'Reload', keys: 'CmdOrCtrl+R', host: 'reload' },
      'line',
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      'line',
      { label: 'Theme of the System', host: 'theme-system' },
      { label: 'Light Theme', host: 'theme-light' },
      { label: 'Dark Theme', host: 'theme-dark' },
    ],
  },
  {
    menu: '&Go',
    entries: [
      { label: 'Home', keys: 'Alt+Home', page: '/' },
      { label: 'Fetch', page: '/fetch' },
      { label: 'Push', page: '/push' },
      { label: 'Mirror', page: '/mirror' },
      { label: 'History', page: '/history' },
      { label: 'Settings', keys: 'CmdOrCtrl+,', page: '/settings' },
      { label: 'Practice', page: '/practice' },
    ],
  },
  {
    menu: '&Help',
    entries: [
      { label: 'Keyboard Shortcuts', page: 'shortcuts' },
      { label: 'Diagnostics', page: '/settings/diagnostics' },
      'line',
      { role: 'about' },
    ],
  },
];

/** Puts the menu in place. */
export function setMenu(actions: { host(action: HostAction): void; page(command: string): void }): void {
  const sections: MenuItemConstructorOptions[] = MENU.map(({ menu, entries }) => ({
    label: menu,
    submenu: entries.map((entry): MenuItemConstructorOptions => {
      if (entry === 'line') return { type: 'separator' };
      if ('role' in entry) return { role: entry.role };
      return {
        label: entry.label,
        accelerator: entry.keys,
        click: () => ('host' in entry ? actions.host(entry.host) : actions.page(entry.page)),
      };
    }),
  }));
  const application: MenuItemConstructorOptions[] =
    process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...application, ...sections]));
}
