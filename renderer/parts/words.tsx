import { Fragment, type ReactNode } from 'react';
import { t } from './messages.ts';

/**
 * The fields of the app for options of the command line, which messages of the engine name. Other options belong to
 * commands that the app doesn't run.
 */
export const OPTION_FIELDS: Readonly<Record<string, string>> = {
  '--add-dependencies': t('dependenciesField'),
  '--allow-restart': t('restartField'),
  '--archive-size': t('archiveSizeField'),
  '--authfile': t('authFileField'),
  '--check command': t('checkField'),
  '--check': t('checkField'),
  '--context': t('contextLabel'),
  '--dest-tls-verify=false': t('destinationTlsOff'),
  '--first': t('firstField'),
  '--for': t('enclaveField'),
  '--graph-base-image': t('graphBaseField'),
  '--icsp': t('icspField'),
  '--kubeconfig': t('kubeconfigLabel'),
  '--max-nested-paths': t('pathDepthField'),
  '--min-rate': t('minRateField'),
  '--overwrite': t('overwriteField'),
  '--resend': t('resendField'),
  '--sign': t('signField'),
  '--src-tls-verify=false': t('sourceTlsOff'),
  '--strict-archive': t('strictArchiveField'),
  '--until': t('untilField'),
  '--verify-key': t('verifyKeyField'),
};

/** Options outside of commands, the longest first. */
const OPTION = new RegExp(
  `(?<![\\w-])(?:${Object.keys(OPTION_FIELDS)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?![\\w=-])`,
  'g',
);

/**
 * Shows a message of the engine. Commands and names between backticks get the fixed-width font, options are fields of the app.
 * @param fields names of fields that this screen labels differently
 */
export function Words({ text, fields }: { text: string; fields?: Readonly<Record<string, string>> }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 && !(part in OPTION_FIELDS) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
      <code key={index} className="al-mono">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{withFields(part, fields)}</Fragment>
    ),
  );
}

/** Returns a text with the fields of the app in bold instead of the options of the command line. */
function withFields(text: string, fields: Readonly<Record<string, string>> = {}): ReactNode {
  const found = [...text.matchAll(OPTION)];
  if (found.length === 0) return text;
  const ends = [0, ...found.map(({ index, 0: option }) => index + option.length)];
  return (
    <>
      {found.map(({ index, 0: option }, at) => (
        <Fragment key={index}>
          {text.slice(ends[at], index)}
          <strong>{fields[option] ?? OPTION_FIELDS[option]}</strong>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

/** Returns a message of the engine for places without fonts, such as titles of elements. */
export function withoutTicks(text: string): string {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 && !(part in OPTION_FIELDS)
        ? part
        : part.replace(OPTION, (option) => OPTION_FIELDS[option] ?? option),
    )
    .join('');
}

/** Breaks lines between words, so that options aren't split. */
export function CommandText({ command }: { command: string }) {
  return (
    <code className="al-mono">
      {command.split(' ').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
        <span key={index}>
          <span className="al-word">{word}</span>{' '}
        </span>
      ))}
    </code>
  );
}
