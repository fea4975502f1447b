import type { Notices } from '../../notices/notices.ts';
import type { HandlersOf } from '../state/handlers.ts';

/** Returns the handlers of `notifications.*`. Answers contain neither the path of the webhook nor its header's value. */
export function notificationHandlers(notices: Notices): HandlersOf<'notifications'> {
  return {
    'notifications.read': () => notices.settings(),
    'notifications.write': (change) => notices.change(change),
    'notifications.test': async () => ({ delivery: await notices.test() }),
  };
}
