import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { AirlockError, asAirlockError } from '../core/base/errors/airlock-error.ts';
import type { ErrorCode } from '../core/base/errors/codes.ts';
import { type Answer, LARGEST_REQUEST } from '../core/contract/envelope.ts';
import type { EventPosition, SequencedEvent } from '../core/contract/events.ts';
import { CHANNEL, fromPage, type ToPage } from './messages.ts';
import { ORIGIN } from './protocol.ts';

/** What the carrier carries to and from. */
export interface CarriedHost {
  request(name: string, input: unknown, options: { signal: AbortSignal }): Promise<Answer>;
  /** First the latest of each topic after `after`, then what comes; returns what ends it. */
  subscribe(after: EventPosition | undefined, listener: (event: SequencedEvent) => void): () => void;
}

export interface Carrier {
  /** To the page; the last one is kept until a page asks for menu commands. */
  menu(command: string): void;
}

/** What a page has under way; all of it ends with the page. */
interface PageWork {
  requests: Map<string, AbortController>;
  subscriptions: Map<string, () => void>;
}

/** Carries the contract over Electron's IPC. Only pages of the app itself are heard. */
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
    if (!isOurPage(event)) return rejection('forbidden', 'only the pages of Airlock are answered');
    const bytes = sizeOf(message);
    if (bytes === undefined || bytes > LARGEST_REQUEST)
      return rejection('usage', `a request may have ${LARGEST_REQUEST} bytes at most`);
    const parsed = fromPage.safeParse(message);
    if (!parsed.success || parsed.data.kind !== 'request')
      return rejection('usage', 'this message is no request');
    const { id, name, input } = parsed.data;
    const { requests } = workOf(event.sender);
    if (requests.has(id)) return rejection('usage', 'another request has this id');
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

/** The frame is null when it is gone; a frame within a page is not the page. */
function isOurPage({ senderFrame, sender }: IpcMainEvent | IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.origin === ORIGIN && senderFrame === sender.mainFrame;
}

/** Bytes as HTTP would carry them; undefined for what it could not. */
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
