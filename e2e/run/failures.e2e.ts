import { appendFile } from 'node:fs/promises';
import { t as planning } from '../../core/content/plan/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, anyNumber, containing } from '../fixtures/messages.ts';
import { pushImage } from '../fixtures/registry-push.ts';
import { button, openPractice, sentence, startFetch } from '../fixtures/steps.ts';

test('failed images are listed with their cause, and only they are retried', async ({ page, app }) => {
  const world = await openPractice(page, app);
  await appendFile(
    world.configFile!,
    '    - name: quay.io/practice/late-one:v1\n    - name: quay.io/practice/late-two:v1\n',
  );
  await startFetch(page);
  await expect(sentence(page)).toHaveText(live('fetchedPartlyTitle', { fetched: 49, images: 51, failed: 2 }));
  const failures = page.getByRole('main');
  await expect(page.getByRole('heading', { name: live('imagesFailed', { images: 2 }) })).toBeVisible();
  await expect(failures).toContainText('practice/late-one');
  await expect(failures.getByRole('listitem').filter({ hasText: 'practice/late-two' }).first()).toContainText(
    containing(
      live('sourceCause', {
        cause: planning('tagMissing', { registry: ANY, repository: 'practice/late-two', tag: 'v1' }),
      }),
    ),
  );
  await expect(failures).toContainText(live('incompleteImagesText'));
  await button(page, live('failedChip', { images: 2 })).click();
  await expect(page.getByRole('grid', { name: live('imagesLabel') }).getByRole('row')).toHaveCount(3);

  await pushImage(world.upstream!, 'practice/late-one', 'v1');
  await pushImage(world.upstream!, 'practice/late-two', 'v1');
  await button(page, live('retryFailedButton', { images: 2 })).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('transferTitle', { transfer: ANY, images, size: ANY, duration: ANY })),
  );
  const [retried] = (await app.ask('runs.list', { root: world.workspace! })).runs;
  expect(retried).toMatchObject({ status: 'complete', images: { copied: 2, failed: 0 } });
});
