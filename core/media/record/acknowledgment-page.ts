import { t } from './messages.ts';
import { type PagePart, pageHtml, pageText, type StaticPage } from './static-page.ts';

/** The receiving side's answer about one transfer. */
export interface Answer {
  transfer: string;
  /** For example `0007 is incomplete: volumes 3 and 5 are missing or damaged`. */
  summary: string;
  code: string;
  fingerprint?: string;
  marking?: string;
  /** Names of volumes or files that didn't arrive. */
  missing: readonly string[];
}

/** Returns a page to print with answers for the sending side, and its complete text. Contains no host, user or path. */
export function acknowledgmentPage(answers: readonly Answer[]): { html: string; text: string } {
  const markings = [...new Set(answers.flatMap(({ marking }) => marking ?? []))];
  const page: StaticPage = {
    title: t('acknowledgmentPageTitle'),
    marking: markings.length > 0 ? markings.join(' / ') : undefined,
    parts: [
      ...answers.flatMap(answerParts),
      { heading: t('acknowledgmentSenderHeading') },
      { text: t('acknowledgmentEnter') },
      { text: t('acknowledgmentWorkspace') },
      { command: 'airlock transfers ack CODE file://DIR' },
      { text: t('acknowledgmentEffect') },
      { signatures: [t('roleImportReceived'), t('roleImportReleased')] },
    ],
  };
  return { html: pageHtml(page), text: pageText(page) };
}

function answerParts({ transfer, summary, code, fingerprint, missing }: Answer): PagePart[] {
  return [
    { heading: t('transferHeading', { transfer }) },
    { mark: code, caption: summary },
    ...(fingerprint === undefined
      ? []
      : [{ text: t('acknowledgmentFingerprint', { fingerprint }) } satisfies PagePart]),
    ...(missing.length === 0
      ? []
      : [
          {
            columns: [t('acknowledgmentMissingColumn')],
            rows: missing.map((name) => [name]),
          } satisfies PagePart,
        ]),
  ];
}
