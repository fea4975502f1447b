// node scripts/write-troubleshooting-docs.ts: writes docs/troubleshooting.md from the messages of all errors.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorMessage, errorMessages } from './error-messages.ts';
import { ROOT } from './run.ts';

export const TROUBLESHOOTING_DOCS = 'docs/troubleshooting.md';

const HEAD = `# Troubleshooting by message

Find the message you see, with your own names in place of the words in italics, and do what the text below it says. The app searches
this page offline: paste the message into the search of the documentation. Most messages end with their [error code](errors.md).
`;

/** Topics by the folder of the code. The first that matches applies. */
const TOPICS: [folder: string, topic: string][] = [
  ['core/image-set', 'Configurations'],
  ['core/content', 'Releases, operators and charts'],
  ['core/upgrade', 'Upgrade paths'],
  ['core/mirror', 'Plans and runs'],
  ['core/runs', 'Plans and runs'],
  ['core/registry', 'Registries'],
  ['core/store', 'Workspaces and archives'],
  ['core/media', 'Removable media'],
  ['core/cluster', 'Clusters'],
  ['core/nmstate', 'Host networks'],
  ['core/install', 'Install configurations'],
  ['core/app', 'The app'],
  ['cli', 'The command line'],
  ['core', 'Files, networks and other general messages'],
];

/** Returns the text of docs/troubleshooting.md: one heading for each message, by topic and in alphabetical order. */
export async function troubleshootingDocs(): Promise<string> {
  const messages = await errorMessages();
  const topics = [...new Set(TOPICS.map(([, topic]) => topic))];
  const sections = topics.map((topic) => {
    const own = messages.filter(({ folder }) => topicOf(folder) === topic);
    const sorted = own.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    return `## ${topic}\n\n${sorted.map(entry).join('\n')}`;
  });
  return `${HEAD}\n${sections.join('\n')}`;
}

function topicOf(folder: string): string {
  return TOPICS.find(([path]) => folder === path || folder.startsWith(`${path}/`))![1];
}

function sortKey({ message }: ErrorMessage): string {
  return message
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim();
}

function entry({ message, remedies, code }: ErrorMessage): string {
  const link = code === undefined ? [] : [`Error code: [\`${code}\`](errors.md#${code}).`];
  const paragraph = remedies.length === 1 ? [[...remedies, ...link].join(' ')] : [list(remedies), ...link];
  return [`### ${message}`, ...paragraph].map((each) => `${each}\n`).join('\n');
}

function list(remedies: string[]): string {
  return `Depending on the case:\n\n${remedies.map((each) => `- ${each}`).join('\n')}`;
}

if (import.meta.main) writeFileSync(join(ROOT, TROUBLESHOOTING_DOCS), await troubleshootingDocs());
