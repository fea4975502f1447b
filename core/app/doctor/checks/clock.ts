import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type ServerClock, skewInWords } from '../../../registry/access/server-clock.ts';
import { t } from '../messages.ts';
import { type Finding, fault, fine } from './finding.ts';

/** ms. Smaller differences come from the network, and from headers in seconds. */
const NOTICED = 60_000;
/** ms. With a larger difference, short-lived tokens and new certificates are invalid. */
const STOPS = 5 * 60_000;

/** The clock of one server. */
export interface ClockReading {
  host: string;
  clock: ServerClock;
}

/**
 * Compares this host's clock with those of all contacted servers. Of several, the median is considered correct. Of two
 * that disagree, it is the one closer to this host.
 * @returns one finding about this host, and one for each server whose own clock is wrong; none without readings
 */
export function judgeClocks(readings: readonly ClockReading[], thisHost: string): Finding[] {
  if (readings.length === 0) return [];
  const evidence = readings.map(({ host, clock }) =>
    t('clockEvidence', {
      skew: skewInWords(clock.skewMs),
      host,
      time: new Date(clock.serverMs).toISOString(),
    }),
  );
  const ordered = readings.map(({ clock }) => clock.skewMs).sort((a, b) => a - b);
  const middle = [ordered[Math.floor((ordered.length - 1) / 2)]!, ordered[Math.floor(ordered.length / 2)]!];
  const skew = middle.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const findings: Finding[] = [];
  if (Math.abs(skew) < NOTICED)
    findings.push(
      fine('clock', thisHost, t('clockFine', { seconds: Math.ceil(Math.abs(skew) / 1000) }), evidence),
    );
  else {
    const by = skewInWords(skew);
    const message =
      readings.length > 1
        ? t('clockOffAll', { skew: by })
        : t('clockOff', { skew: by, host: readings[0]!.host });
    const error = new AirlockError('clock-skew', message, {});
    findings.push(fault('clock', thisHost, Math.abs(skew) < STOPS ? 'warning' : 'error', error, evidence));
  }
  for (const { host, clock } of readings) {
    const off = skew - clock.skewMs;
    if (Math.abs(off) < NOTICED) continue;
    const error = new AirlockError('clock-skew', t('clockOther', { host, skew: skewInWords(off) }), {
      remedy: t('clockOtherRemedy', { host }),
    });
    if (Math.abs(skew) < NOTICED) findings.push(fault('clock', host, 'warning', error));
  }
  return findings;
}
