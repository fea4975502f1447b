import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { expectRejected, READER, READER_REJECTION } from '../../engine/session.fixture.ts';
import { RequestButton } from '../request-button.tsx';
import { RequestFields, RequestItem, RequestNote } from './request-fields.tsx';

const FIELDS = (quiet = false) => (
  <RequestFields request="settings.write" quiet={quiet}>
    <input aria-label="Name" />
  </RequestFields>
);

describe('fields that a request saves', () => {
  test('are enabled and without a note in a session that can send the request', async () => {
    const { requested } = openScreen(FIELDS(), {});
    await waitFor(() => expect(requested('host.describe')).toHaveLength(1));
    expect(screen.queryByRole('group')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Name' }).matches(':disabled')).toBe(false);
  });

  test('are disabled with the reason in a read-only session', async () => {
    openScreen(FIELDS(), READER);
    const group = await screen.findByRole<HTMLFieldSetElement>('group');
    expect(group.disabled).toBe(true);
    expect(group.title).toBe(READER_REJECTION);
    expect(screen.getByText(READER_REJECTION)).toBeTruthy();
  });

  test('have the reason only as their title where the screen shows it already', async () => {
    openScreen(FIELDS(true), READER);
    expect((await screen.findByRole<HTMLFieldSetElement>('group')).title).toBe(READER_REJECTION);
    expect(screen.queryByText(READER_REJECTION)).toBeNull();
  });
});

describe('a button that sends a request', () => {
  const press = (answers: object, disabled = false) => {
    const presses: number[] = [];
    const opened = openScreen(
      <RequestButton
        request="runs.start"
        title="Starts it"
        isDisabled={disabled}
        onClick={() => presses.push(1)}
      >
        Start
      </RequestButton>,
      answers,
    );
    return { ...opened, presses };
  };

  test('acts and has its own title in a session that can send the request', async () => {
    const { user, presses } = press({});
    const button = await buttonThatIs('on', 'Start');
    expect(button.title).toBe('Starts it');
    await user.click(button);
    expect(presses).toEqual([1]);
  });

  test('is off with the reason as its title in a read-only session', async () => {
    const { user, presses } = press(READER);
    await expectRejected('Start');
    await user.click(screen.getByRole('button', { name: 'Start' }));
    expect(presses).toEqual([]);
  });

  test('stays off when the screen disables it', async () => {
    press({}, true);
    expect((await buttonThatIs('off', 'Start')).title).toBe('Starts it');
  });
});

describe('a menu item that sends a request', () => {
  const item = (answers: object) =>
    openScreen(
      <RequestItem request="runs.start" description="Starts it">
        Start
      </RequestItem>,
      answers,
    );

  test('shows its description, or why it is disabled', async () => {
    item({});
    expect(await screen.findByText('Starts it')).toBeTruthy();
  });

  test('shows the reason below it in a read-only session', async () => {
    item(READER);
    expect(await screen.findByText(READER_REJECTION)).toBeTruthy();
    expect(screen.queryByText('Starts it')).toBeNull();
    const button = screen.getByRole<HTMLButtonElement>('menuitem');
    expect(button.disabled || button.getAttribute('aria-disabled') === 'true').toBe(true);
  });
});

test('a note about a request is empty for operators and gives the reason to readers', async () => {
  openScreen(<RequestNote request="runs.start" />, READER);
  expect(await screen.findByText(READER_REJECTION)).toBeTruthy();
});
