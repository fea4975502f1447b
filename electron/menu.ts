import { Menu, type MenuItemConstructorOptions } from 'electron';
import { t } from './messages.ts';

/** The action of a menu entry: a role of the system, an action of the host, or a command of the page. */
export type MenuAction =
  | { role: NonNullable<MenuItemConstructorOptions['role']> }
  | { host: 'open-workspace' | 'reload' | 'theme-system' | 'theme-light' | 'theme-dark' }
  /** A route to show, `shortcuts` or `find`. */
  | { page: string };
export type HostAction = Extract<MenuAction, { host: string }>['host'];

type Entry = { label?: string; keys?: string } & MenuAction;
type MenuSection = { menu: string; entries: (Entry | 'line')[] };

/** The complete menu. The system names roles without a label, in its own language. */
export const MENU: MenuSection[] = [
  {
    menu: t('fileMenu'),
    entries: [
      { label: t('openWorkspaceEntry'), keys: 'CmdOrCtrl+O', host: 'open-workspace' },
      'line',
      { role: 'close' },
      { role: 'quit' },
    ],
  },
  {
    menu: t('editMenu'),
    entries: [
      { role: 'undo' },
      { role: 'redo' },
      'line',
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      'line',
      { label: t('findEntry'), keys: 'CmdOrCtrl+K', page: 'find' },
    ],
  },
  {
    menu: t('viewMenu'),
    entries: [
      { label: t('reloadEntry'), keys: 'CmdOrCtrl+R', host: 'reload' },
      'line',
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      'line',
      { label: t('systemThemeEntry'), host: 'theme-system' },
      { label: t('lightThemeEntry'), host: 'theme-light' },
      { label: t('darkThemeEntry'), host: 'theme-dark' },
    ],
  },
  {
    menu: t('goMenu'),
    entries: [
      { label: t('homeEntry'), keys: 'Alt+Home', page: '/' },
      { label: t('fetchEntry'), page: '/fetch' },
      { label: t('pushEntry'), page: '/push' },
      { label: t('mirrorEntry'), page: '/mirror' },
      { label: t('historyEntry'), page: '/history' },
      { label: t('settingsEntry'), keys: 'CmdOrCtrl+,', page: '/settings' },
      { label: t('practiceEntry'), page: '/practice' },
    ],
  },
  {
    menu: t('helpMenu'),
    entries: [
      { label: t('shortcutsEntry'), page: 'shortcuts' },
      { label: t('diagnosticsEntry'), page: '/settings/diagnostics' },
      'line',
      { role: 'about' },
    ],
  },
];

/** Sets the menu of the app. */
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
