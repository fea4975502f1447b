import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopDoor } from '../core/contract/desktop-door.ts';
import type { CHANNEL as Channel, FromPage, ToPage } from './ipc-messages.ts';

// Only types are imported: what runs in front of a page is this file and nothing else.
const CHANNEL: typeof Channel = 'airlock';

const eventListeners = new Map<string, Parameters<DesktopDoor['subscribe']>[1]>();
const menuListeners = new Set<Parameters<DesktopDoor['onMenu']>[0]>();
let subscriptions = 0;

const send = (message: FromPage) => ipcRenderer.send(CHANNEL, message);

ipcRenderer.on(CHANNEL, (_event, message: ToPage) => {
  if (message.kind === 'event') eventListeners.get(message.id)?.(message.event);
  else for (const listener of menuListeners) listener(message.command);
});

const door: DesktopDoor = {
  request: (id, name, input) =>
    ipcRenderer.invoke(CHANNEL, { kind: 'request', id, name, input } satisfies FromPage),
  cancel: (id) => send({ kind: 'cancel', id }),
  subscribe(after, listener) {
    const id = `${++subscriptions}`;
    eventListeners.set(id, listener);
    send({ kind: 'subscribe', id, after });
    return () => {
      eventListeners.delete(id);
      send({ kind: 'unsubscribe', id });
    };
  },
  onMenu(listener) {
    menuListeners.add(listener);
    send({ kind: 'menu', wanted: true });
    return () => {
      menuListeners.delete(listener);
      if (menuListeners.size === 0) send({ kind: 'menu', wanted: false });
    };
  },
};

contextBridge.exposeInMainWorld('airlock', door);
