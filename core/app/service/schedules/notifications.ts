import type { Notices } from '../../notices/notices.ts';
import type { HandlersOf } from '../state/handlers.ts';

/** Returns the handlers of `notifications.*` and `notices.*`. Answers contain neither the path of the webhook nor its header's value. */
export function notificationHandlers(notices: Notices): HandlersOf<'notifications' | 'notices'> {
  return {
    'notifications.read': () => notices.settings(),
    'notifications.write': (change) => notices.change(change),
    'notices.list': async () => ({ notices: await notices.list() }),
    'notices.mark': async ({ ids, read }) => ({ notices: await notices.mark(ids, read) }),
    'notices.clear': async ({ ids }) => ({ notices: await notices.clear(ids) }),
    'notifications.test': async () => ({ delivery: await notices.test() }),
  };
}
