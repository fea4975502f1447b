import { type PagePart, pageHtml, pageText, type StaticPage } from './static-page.ts';

/** What the importing side answers about one transfer. */
export interface Answer {
  transfer: string;
  /** `0007 lacks pieces 3 and 5` */
  words: string;
  code: string;
  shortHash?: string;
  marking?: string;
  /** Names of pieces or files that did not arrive. */
  lacks: readonly string[];
}

/** A page that carries answers back on paper: no host, user or path is in it. Its text is all of it, to be shown before it is saved. */
export function acknowledgementPage(answers: readonly Answer[]): { html: string; text: string } {
  const markings = [...new Set(answers.flatMap(({ marking }) => marking ?? []))];
  const page: StaticPage = {
    title: 'Acknowledgement of transfers',
    marking: markings.length > 0 ? markings.join(' / ') : undefined,
    parts: [
      ...answers.flatMap(answerParts),
      { heading: 'For the side that sent it' },
      {
        text: 'Type the code; case, spaces and dashes do not matter, and a wrong letter is noticed. DIR is the workspace that the transfer was exported from.',
      },
      { command: 'airlock transfers ack CODE file://DIR' },
      { text: 'What is lacking counts as not sent then: the next transfer carries it.' },
      { signatures: ['Received by', 'Released by'] },
    ],
  };
  return { html: pageHtml(page), text: pageText(page) };
}

function answerParts({ transfer, words, code, shortHash, lacks: missing }: Answer): PagePart[] {
  return [
    { heading: `Transfer ${transfer}` },
    { mark: code, caption: words },
    ...(shortHash === undefined
      ? []
      : [{ text: `Record fingerprint, as on the transfer record: ${shortHash}` } satisfies PagePart]),
    ...(missing.length === 0
      ? []
      : [{ columns: ['Missing or damaged'], rows: missing.map((name) => [name]) } satisfies PagePart]),
  ];
}
