import { expect, test } from 'vitest';
import { PRACTICE_STEPS } from '../../core/contract/topics/practice.ts';
import { t } from './messages.ts';
import { journeySteps, practiceSentence } from './practice-journey.ts';
import { DAMAGE, OFF, world } from './world.fixture.ts';

test('each step opens its screen with the fields of the practice world', () => {
  const steps = journeySteps(world(0));
  expect(steps.map(({ id }) => id)).toEqual([...PRACTICE_STEPS]);
  const drives = ['DRIVE-A', 'DRIVE-B'].map((name) => `%2Ftmp%2Fp%2Fdrives%2F${name}`);
  expect(steps.map(({ action }) => action.to)).toEqual([
    '/choose/practice/review',
    '/fetch?workspace=%2Ftmp%2Fp%2Fw&config=%2Ftmp%2Fp%2Fw%2Fimageset-config.yaml',
    `/carry?workspace=%2Ftmp%2Fp%2Fw&transfer=default-0001&to=${drives[0]}&to=${drives[1]}`,
    `/receive?directory=%2Ftmp%2Fp%2Freceived&from=${drives[0]}&from=${drives[1]}`,
    '/push?from=%2Ftmp%2Fp%2Freceived&destination=127.0.0.1%3A2&state=%2Ftmp%2Fp%2Fstate',
    '/cluster?kubeconfig=%2Ftmp%2Fp%2Fkubeconfig',
    '/upgrades?from=4.16.1&to=4.16.5',
    '/enclaves/default/delete?workspace=%2Ftmp%2Fp%2Fw&registry=127.0.0.1%3A2',
  ]);
  expect(steps.map(({ command }) => command.split(' ').slice(0, 2).join(' '))).toEqual([
    'cd /tmp/p',
    'airlock mirror',
    'airlock media',
    'airlock media',
    'airlock mirror',
    'oc --kubeconfig',
    'airlock upgrade-path',
    'airlock delete',
  ]);
  expect(journeySteps(OFF)).toEqual([]);
});

test('the next action of a step follows its state', () => {
  const actionAt = (id: string, ...of: Parameters<typeof world>) =>
    journeySteps(world(...of)).find((step) => step.id === id)!.action;
  expect(actionAt('receive', 3, { damage: DAMAGE }, { receive: 'repair' })).toEqual({
    label: t('repairButton', { volume: 2 }),
    to: '/carry?workspace=%2Ftmp%2Fp%2Fw&transfer=default-0001&to=%2Ftmp%2Fp%2Fdrives%2FDRIVE-B&volumes=2',
  });
  expect(actionAt('receive', 3, { damage: DAMAGE }, { receive: 'again' }).label).toBe(t('againButton'));
  expect(actionAt('upgrade', 6, {}, { upgrade: 'fetch' }).to).toMatch(/^\/fetch\?/);
  expect(actionAt('upgrade', 6, {}, { upgrade: 'push' }).to).toMatch(/^\/push\?from=%2Ftmp%2Fp%2Fw&/);
});

test('hints name no button, because the primary button of the screen changes', () => {
  const worlds = [world(0), world(6, {}, { upgrade: 'fetch' }), world(6, {}, { upgrade: 'push' })];
  const hints = worlds.flatMap((each) => journeySteps(each).map(({ hint }) => hint));
  expect(hints.filter((hint) => hint.includes('"'))).toEqual([]);
});

test('deletes the release that the update skips, and keeps that of the cluster', () => {
  const steps = journeySteps(world(7, { versions: ['4.16.1', '4.16.2', '4.16.5'] }));
  expect(steps.at(-1)!.hint).toBe(t('deleteHint', { skipped: '4.16.2', from: '4.16.1' }));
});

test('the title shows the next step', () => {
  const at = (done: number) => practiceSentence(world(done), journeySteps(world(done)));
  expect(at(0)).toBe('Step 1 of 8: Choose');
  expect(at(7)).toBe('Step 8 of 8: Delete');
  // The registry no longer contains the deleted images.
  expect(at(8)).toBe('Practice complete');
  expect(practiceSentence(OFF, [])).toBe(t('offTitle'));
});
