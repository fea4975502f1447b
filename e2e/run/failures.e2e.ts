import { appendFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/app.ts';
import { pushImage } from '../fixtures/registry-push.ts';
import { button, openPractice, sentence, startFetch } from '../fixtures/steps.ts';

test('what failed is named with its cause; made right, it is retried alone, and all is whole', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  await appendFile(
    world.configFile!,
    '    - name: quay.io/practice/late-one:v1\n    - name: quay.io/practice/late-two:v1\n',
  );
  await startFetch(page);
  await expect(sentence(page)).toHaveText('49 of 51 images are there; 2 failed.');
  const failures = page.getByRole('main');
  await expect(page.getByRole('heading', { name: '2 images failed' })).toBeVisible();
  await expect(failures).toContainText('practice/late-one');
  await expect(failures.getByRole('listitem').filter({ hasText: 'practice/late-two' }).first()).toContainText(
    /Source: .*(not there|not found|no manifest|does not have|has no)/i,
  );
  await expect(failures).toContainText('The additional images are not whole without it.');
  await button(page, /^Failed 2$/).click();
  await expect(page.getByRole('grid', { name: 'Images' }).getByRole('row')).toHaveCount(3);

  await pushImage(world.upstream!, 'practice/late-one', 'v1');
  await pushImage(world.upstream!, 'practice/late-two', 'v1');
  await button(page, 'Retry 2 failed images').click();
  await expect(sentence(page)).toHaveText(/^default-000[12] is whole: (2|51) images/);
  const [retried] = (await app.ask('runs.list', { root: world.workspace! })).runs;
  expect(retried).toMatchObject({ status: 'complete', images: { copied: 2, failed: 0 } });
});
