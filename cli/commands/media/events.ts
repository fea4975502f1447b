import type { MediaEvent } from '../../../core/media/export/events.ts';
import { bytes } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { t } from './messages.ts';

/** Prints an event of an export or import: all events with --json, otherwise the main ones, and a progress bar. */
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
      terminal.say('debug', [event.phase, event.drive, event.detail].filter(Boolean).join(': '));
      return;
    case 'volume': {
      const { number, of, size, state, drive } = event;
      const level = state === 'missing' || state === 'damaged' || state === 'altered' ? 'warning' : 'info';
      if (state !== 'writing' && state !== 'reading-back')
        terminal.say(
          level,
          drive === undefined
            ? t(VOLUME[state].alone, { number, all: of, size: bytes(size) })
            : t(VOLUME[state].onDrive, { number, all: of, size: bytes(size), drive }),
        );
      return;
    }
    case 'safe-to-remove':
      terminal.say(
        'info',
        event.volumes.length > 0
          ? t('safeToRemoveVolumes', { drive: event.drive, count: event.volumes.length })
          : t('safeToRemove', { drive: event.drive }),
      );
      return;
    case 'problem':
      terminal.problem(event.problem);
      return;
  }
}

const VOLUME = {
  written: { alone: 'volumeWritten', onDrive: 'volumeWrittenTo' },
  present: { alone: 'volumePresent', onDrive: 'volumePresentOn' },
  received: { alone: 'volumeReceived', onDrive: 'volumeReceivedFrom' },
  missing: { alone: 'volumeMissing', onDrive: 'volumeMissingOn' },
  damaged: { alone: 'volumeDamaged', onDrive: 'volumeDamagedOn' },
  altered: { alone: 'volumeAltered', onDrive: 'volumeAlteredOn' },
} as const;
