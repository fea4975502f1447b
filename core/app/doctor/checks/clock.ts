import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type ServerClock, skewInWords } from '../../../registry/access/server-clock.ts';
import { type Finding, fault, fine } from './finding.ts';

/** ms. Less is what networks and headers of whole seconds come to. */
const NOTICED = 60_000;
/** ms. Short tokens and fresh certificates are outside of their dates. */
const STOPS = 5 * 60_000;

/** What one server's clock says. */
export interface ClockReading {
  host: string;
  clock: ServerClock;
}

/**
 * Compares this host's clock with those of all servers that were asked. The middle one of several is believed; of two
 * that disagree, the one that is nearer to this host.
 * @returns one finding about this host, and one for each server whose own clock is wrong; none without readings
 */
export function judgeClocks(readings: readonly ClockReading[], thisHost: string): Finding[] {
  if (readings.length === 0) return [];
  const evidence = readings.map(
    ({ host, clock }) =>
      `this clock is ${skewInWords(clock.skewMs)} that of ${host}, which says ${new Date(clock.serverMs).toISOString()}`,
  );
  const ordered = readings.map(({ clock }) => clock.skewMs).sort((a, b) => a - b);
  const middle = [ordered[Math.floor((ordered.length - 1) / 2)]!, ordered[Math.floor(ordered.length / 2)]!];
  const skew = middle.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const findings: Finding[] = [];
  if (Math.abs(skew) < NOTICED)
    findings.push(
      fine('clock', thisHost, `within ${Math.ceil(Math.abs(skew) / 1000)} s of the servers`, evidence),
    );
  else {
    const whose = readings.length > 1 ? 'those of the servers' : `that of ${readings[0]!.host}`;
    const error = new AirlockError(
      'clock-skew',
      `the clock of this host is ${skewInWords(skew)} ${whose}`,
      {},
    );
    findings.push(fault('clock', thisHost, Math.abs(skew) < STOPS ? 'warning' : 'error', error, evidence));
  }
  for (const { host, clock } of readings) {
    const off = skew - clock.skewMs;
    if (Math.abs(off) < NOTICED) continue;
    const error = new AirlockError(
      'clock-skew',
      `the clock of ${host} is ${skewInWords(off)} that of the other servers`,
      { remedy: `Have the clock of ${host} set; the one of this host agrees with the others.` },
    );
    if (Math.abs(skew) < NOTICED) findings.push(fault('clock', host, 'warning', error));
  }
  return findings;
}
