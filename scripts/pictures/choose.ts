import type { Page } from 'playwright-core';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import type { App } from '../../e2e/fixtures/app.ts';
import { ANY, beginning, either, matching } from '../../e2e/fixtures/messages.ts';
import { t as draftTexts } from '../../renderer/choose/draft/messages.ts';
import { t as operators } from '../../renderer/choose/operators/messages.ts';
import { t as review } from '../../renderer/choose/review/messages.ts';
import { t as plan } from '../../renderer/run/plan/messages.ts';

/** How a picture is taken: of an address, then in both themes and sizes. */
export interface Camera {
  open(page: Page, address: string): Promise<void>;
  shoot(page: Page, name: string): Promise<void>;
}

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';

/** Which versions of a package are mirrored. */
const RANGE = either(
  matching(operators('headRange', { version: ANY })),
  matching(operators('singleRange', { version: ANY })),
  matching(operators('openRange', { version: ANY })),
  matching(operators('upToRange', { version: ANY })),
  matching(operators('fullRange', { from: ANY, to: ANY })),
);

/** The steps Operators and Review: an installed operator, another one with its required package, and the summary. */
export async function shootOperatorsAndReview(
  page: Page,
  app: App,
  { workspace }: PracticeState,
  { open, shoot }: Camera,
): Promise<void> {
  const { draft: started } = await app.ask('drafts.start', { kind: 'new', workspace: workspace! });
  const draft = {
    ...started,
    file: `${workspace}/fleet-4.16.yaml`,
    from: '4.16.1',
    to: '4.16.5',
    inventory: {
      openShift: '4.16.1',
      operators: [{ package: 'anvil-operator', version: '1.0.0', channel: 'stable' }],
    },
    text: `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  platform:
    graph: true
    channels:
      # agreed with the platform team
      - name: stable-4.16
        minVersion: 4.16.1
        maxVersion: 4.16.5
        shortestPath: true
`,
  };
  await app.ask('drafts.save', draft);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await open(page, `/choose/${draft.id}/operators`);
  const selectBoth = operators('selectBothButton');
  const list = page.getByRole('grid', { name: operators('packagesOfLabel', { catalog: CATALOG }) });
  const unread = page.getByRole('button', { name: matching(operators('loadButton', { size: ANY })) });
  await list.getByRole('checkbox').first().or(unread).waitFor();
  if (await unread.isVisible()) await unread.click();
  await page.getByRole('button', { name: selectBoth, exact: true }).waitFor();
  await shoot(page, 'choose-operators');
  await press(selectBoth);
  await list.getByRole('button', { name: /^anvil-operator/ }).click();
  await page
    .getByRole('region', { name: operators('detailLabel', { package: 'anvil-operator' }) })
    .getByText(RANGE)
    .waitFor();
  await shoot(page, 'choose-operator');
  await open(page, `/choose/${draft.id}/review`);
  const manifests = page.getByRole('button', {
    name: matching(draftTexts('exactButton', { size: ANY })),
  });
  const exact = page.getByText(beginning(review('exactText')));
  await manifests.or(exact).first().waitFor();
  if (await manifests.isVisible()) await manifests.click();
  await exact.waitFor();
  await press(review('listButton'));
  await page.getByRole('list', { name: plan('verdictsLabel') }).waitFor();
  await page.getByRole('table').getByRole('button', { name: 'bellows-operator' }).click();
  await page.getByRole('grid', { name: review('imagesLabel', { name: 'bellows-operator' }) }).waitFor();
  await shoot(page, 'choose-review');
}
