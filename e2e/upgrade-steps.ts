import { writeFile } from 'node:fs/promises';
import { type App, expect, type Page } from './app.ts';
import { button, go, openPractice, sentence } from './steps.ts';

/** The catalog of the practice world. */
export const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';

/** The Upgrades screen, beside a practice world. */
export async function openUpgrades(page: Page, app: App) {
  const world = await openPractice(page, app);
  await go(page, 'Upgrades');
  await expect(sentence(page)).toHaveText(/^Which version is it on/);
  return world;
}

/** Asks for the way between two versions of OpenShift. */
export async function ask(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('combobox', { name: 'I am on' }).fill(from);
  await page.getByRole('combobox', { name: 'I want' }).fill(to);
  await button(page, 'Find the way').click();
}

/** The answer of an update service with three minors; channels have all of them. */
const GRAPH = {
  nodes: ['4.16.20', '4.17.12', '4.17.25', '4.18.9'].map((version, at) => ({
    version,
    payload: `quay.io/openshift-release-dev/ocp-release@sha256:${String(at).repeat(64)}`,
    metadata: { 'io.openshift.upgrades.graph.release.channels': 'stable-4.18,eus-4.18' },
  })),
  edges: [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
  ],
};

/** A saved answer of three minors. @returns the file */
export async function writeGraph({ directory }: App): Promise<string> {
  const file = `${directory}/amd64-stable-4.18.json`;
  await writeFile(file, JSON.stringify(GRAPH));
  return file;
}
