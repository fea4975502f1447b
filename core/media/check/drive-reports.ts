import { hostname } from 'node:os';
import { userName } from '../../base/files/person.ts';
import { savedReport } from './check-reports.ts';
import type { CheckOutcome } from './check-set.ts';

/** Characters of a report on a drive. The side that ran the check saves the complete report. */
const LONGEST = 4000;

/**
 * Returns the reports of a check for a drive, one JSON object per line and digest, without folders, host and user of this
 * side.
 * @param folder with the saved reports of this side
 * @param places folders of this side that reports may name
 */
export async function driveReports(
  { command, checked }: CheckOutcome,
  folder: string,
  places: readonly string[],
): Promise<string> {
  const lines: string[] = [];
  for (const { digest, images, file, result, why } of checked) {
    const saved = await savedReport(folder, command, digest);
    const line = {
      digest,
      file,
      images,
      result,
      program: command.program,
      version: command.version,
      at: saved?.at,
      exitCode: saved?.exitCode,
      why: why === undefined ? undefined : withoutPlaces(why, places),
      report: saved && withoutPlaces(saved.report, places).slice(0, LONGEST),
    };
    lines.push(JSON.stringify(line));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Removes folder, host and user names of this side. Leaves `root`, which every host has and many reports contain. */
function withoutPlaces(
  text: string,
  places: readonly string[],
  names: readonly string[] = [hostname(), userName()],
): string {
  let cleaned = text;
  for (const place of places.filter((each) => each.length > 1).toSorted((a, b) => b.length - a.length))
    cleaned = cleaned.replaceAll(place, '');
  for (const name of names.filter((each) => each.length > 1 && each !== 'root'))
    cleaned = cleaned.replaceAll(
      new RegExp(`(?<![\\w.-])${name.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&')}(?![\\w-])`, 'g'),
      '(removed)',
    );
  return cleaned;
}
