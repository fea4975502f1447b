import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Notice, noticePlace } from '../../core/contract/topics/schedules/notifications.ts';
import { useLive } from '../engine/live.ts';
import { useAsk } from '../engine/requests.ts';

/** Older notices are of an earlier visit. ms */
const RECENT_MS = 60_000;

/** Returns whether this browser allows notifications. Browsers without them count as denied. */
export function browserPermission(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}

/** Asks the user to allow notifications. A browser shows the question only after a click. */
export async function askToNotify(): Promise<NotificationPermission> {
  return 'Notification' in globalThis ? Notification.requestPermission() : 'denied';
}

/**
 * Shows notices as notifications of the browser while this page is in the background. The desktop app shows its own. Pages
 * in several tabs show each notice once, because they give it the same tag.
 */
export function useBrowserNotices(): void {
  const notices = useLive((state) => state.notices);
  const carrier = useAsk('host.describe', {}).data?.carrier;
  const navigate = useNavigate();
  const seen = useRef(new Set<string>());
  useEffect(() => {
    for (const notice of notices) {
      if (seen.current.has(notice.id)) continue;
      seen.current.add(notice.id);
      const old = Date.now() - Date.parse(notice.at) > RECENT_MS;
      if (carrier !== 'browser' || old || browserPermission() !== 'granted') continue;
      if (document.hasFocus() && notice.kind !== 'test') continue;
      show(notice, () => navigate(noticePlace(notice).address));
    }
  }, [notices, carrier, navigate]);
}

function show({ id, title, text }: Notice, open: () => void): void {
  const notification = new Notification(title, { body: text, tag: id });
  notification.onclick = () => {
    window.focus();
    open();
    notification.close();
  };
}
