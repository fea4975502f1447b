import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { AirlockError, asAirlockError } from '../core/base/errors/airlock-error.ts';
import type { ErrorCode } from '../core/base/errors/codes.ts';
import { type Answer, LARGEST_REQUEST } from '../core/contract/envelope.ts';
import type { EventPosition, SequencedEvent } from '../core/contract/events.ts';
import { CHANNEL, fromPage, type ToPage } from './ipc-messages.ts';
import { t } from './messages.ts';
import { ORIGIN } from './protocol.ts';

/** The engine side of the carrier. */
export interface CarriedHost {
  request(name: string, input: unknown, options: { signal: AbortSignal }): Promise<Answer>;
  /** Sends the latest event of each topic after `after`, then all later events. Returns a function that ends it. */
  subscribe(after: EventPosition | undefined, listener: (event: SequencedEvent) => void): () => void;
}

export interface Carrier {
  /** Sends a command to the page. The last one is stored until a page subscribes to menu commands. */
  menu(command: string): void;
}

/** The pending requests and subscriptions of a page, which end with it. */
interface PageWork {
  requests: Map<string, AbortController>;
  subscriptions: Map<string, () => void>;
}

/** Carries the contract over Electron's IPC. It answers only pages of the app itself. */
export function openCarrier(host: CarriedHost): Carrier {
  const pages = new Map<WebContents, PageWork>();
  let waiting: string | undefined;
  let menuPage: WebContents | undefined;

  const workOf = (contents: WebContents): PageWork => {
    const known = pages.get(contents);
    if (known) return known;
    const work: PageWork = { requests: new Map(), subscriptions: new Map() };
    pages.set(contents, work);
    const end = () => {
      for (const request of work.requests.values()) request.abort();
      for (const unsubscribe of work.subscriptions.values()) unsubscribe();
      work.requests.clear();
      work.subscriptions.clear();
      if (menuPage === contents) menuPage = undefined;
    };
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) end();
    });
    contents.on('render-process-gone', end);
    contents.once('destroyed', () => {
      end();
      pages.delete(contents);
    });
    return work;
  };

  ipcMain.handle(CHANNEL, async (event, message: unknown): Promise<Answer> => {
    if (!isOurPage(event)) return rejection('forbidden', t('foreignPage'));
    const bytes = sizeOf(message);
    if (bytes === undefined || bytes > LARGEST_REQUEST)
      return rejection('usage', t('requestTooLarge', { bytes: LARGEST_REQUEST }));
    const parsed = fromPage.safeParse(message);
    if (!parsed.success || parsed.data.kind !== 'request') return rejection('usage', t('notARequest'));
    const { id, name, input } = parsed.data;
    const { requests } = workOf(event.sender);
    if (requests.has(id)) return rejection('usage', t('idInUse'));
    const controller = new AbortController();
    requests.set(id, controller);
    try {
      return await host.request(name, input, { signal: controller.signal });
    } catch (error) {
      return { ok: false, error: { ...asAirlockError(error).toJSON(), problems: [] } };
    } finally {
      requests.delete(id);
    }
  });

  ipcMain.on(CHANNEL, (event, message: unknown) => {
    const parsed = fromPage.safeParse(message);
    if (!isOurPage(event) || !parsed.success) return;
    const page = event.sender;
    const work = workOf(page);
    const reported = parsed.data;
    if (reported.kind === 'cancel') work.requests.get(reported.id)?.abort();
    else if (reported.kind === 'subscribe') {
      work.subscriptions.get(reported.id)?.();
      const unsubscribe = host.subscribe(reported.after, (sequenced) =>
        report(page, { kind: 'event', id: reported.id, event: sequenced }),
      );
      work.subscriptions.set(reported.id, unsubscribe);
    } else if (reported.kind === 'unsubscribe') {
      work.subscriptions.get(reported.id)?.();
      work.subscriptions.delete(reported.id);
    } else if (reported.kind === 'menu') {
      menuPage = reported.wanted ? page : undefined;
      if (!reported.wanted || waiting === undefined) return;
      report(page, { kind: 'menu', command: waiting });
      waiting = undefined;
    }
  });

  return {
    menu(command) {
      if (menuPage) report(menuPage, { kind: 'menu', command });
      else waiting = command;
    },
  };
}

function report(page: WebContents, message: ToPage): void {
  if (!page.isDestroyed()) page.send(CHANNEL, message);
}

/** The frame is null when it no longer exists. A frame within a page isn't the page. */
function isOurPage({ senderFrame, sender }: IpcMainEvent | IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.origin === ORIGIN && senderFrame === sender.mainFrame;
}

/** Returns the bytes that HTTP would send, or undefined for a value that HTTP couldn't send. */
function sizeOf(message: unknown): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(message) ?? '');
  } catch {
    return undefined;
  }
}

function rejection(code: ErrorCode, message: string): Answer {
  return { ok: false, error: { ...new AirlockError(code, message).toJSON(), problems: [] } };
}
