import type { MediaEvent } from '../../../core/media/export/events.ts';
import { bytes, count } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Tells what an export or import does: every event with --json, else what people want to know, and a bar. */
export function printMediaEvent(terminal: Terminal, event: MediaEvent): void {
  if (terminal.json) {
    terminal.line(event);
    return;
  }
  switch (event.type) {
    case 'progress':
      terminal.reading('verify', event);
      return;
    case 'phase':
      terminal.say('debug', [event.phase, event.medium, event.detail].filter(Boolean).join(': '));
      return;
    case 'piece': {
      const { number, of, size, state, medium } = event;
      const where = medium === undefined ? '' : ` on ${medium}`;
      const level = state === 'missing' || state === 'damaged' || state === 'altered' ? 'warning' : 'info';
      if (state !== 'writing' && state !== 'reading-back')
        terminal.say(level, `piece ${number} of ${of} ${WORDS[state]}${where}, ${bytes(size)}`);
      return;
    }
    case 'safe-to-remove':
      terminal.say(
        'info',
        `${event.medium}: safe to remove${event.pieces.length > 0 ? `, ${count(event.pieces.length, 'piece')} on it` : ''}`,
      );
      return;
    case 'problem':
      terminal.problem(event.problem);
      return;
  }
}

const WORDS = {
  written: 'written',
  kept: 'was there already',
  received: 'received',
  missing: 'is missing',
  damaged: 'is damaged',
  altered: 'was altered on the way',
} as const;
