import { describe, expect, it } from 'vitest';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { optionsFrom } from './setup-fields.ts';
import { setupGate } from './setup-gate.ts';

const places = {
  directory: '/srv/mirror',
  config: '/srv/isc.yaml',
  destination: '',
  enclave: '',
  state: '',
  source: '',
};
const problem = (level: ContractProblem['level']): ContractProblem => ({
  code: 'config-invalid',
  level,
  message: 'x',
  remedy: 'y',
});
const ready = {
  workflow: 'mirrorToDisk' as const,
  places,
  options: optionsFrom({}),
  configuration: { text: 'kind: x', error: undefined, unsaved: false, problems: [] as ContractProblem[] },
  opened: undefined,
  settingsPending: false,
};
const rejected: Parameters<typeof setupGate>[0]['opened'] = {
  approval: {
    state: 'rejected',
    failure: { code: 'plan-unapproved', level: 'error', message: 'x', remedy: 'y', problems: [] },
  },
};

describe('whether a form can be planned and started', () => {
  it('is true when everything is known and valid', () => {
    expect(setupGate(ready)).toEqual({
      usesFile: true,
      problems: {},
      configErrors: 0,
      rejectedPlan: false,
      blocked: false,
      save: false,
    });
  });

  it('saves a changed text first', () => {
    const configuration = { ...ready.configuration, unsaved: true };
    expect(setupGate({ ...ready, configuration })).toMatchObject({ save: true, blocked: false });
  });

  it('is blocked by errors of the text, not by warnings', () => {
    const problems = [problem('error'), problem('warning'), problem('error')];
    const gate = setupGate({ ...ready, configuration: { ...ready.configuration, problems } });
    expect(gate).toMatchObject({ configErrors: 2, blocked: true });
    const warned = { ...ready.configuration, problems: [problem('warning')] };
    expect(setupGate({ ...ready, configuration: warned }).blocked).toBe(false);
  });

  it('waits for the text and for the defaults', () => {
    const configuration = { ...ready.configuration, text: undefined };
    expect(setupGate({ ...ready, configuration }).blocked).toBe(true);
    expect(setupGate({ ...ready, settingsPending: true }).blocked).toBe(true);
  });

  it('does not wait for a text that cannot be read', () => {
    const configuration = { ...ready.configuration, text: undefined, error: new Error('gone') };
    expect(setupGate({ ...ready, configuration }).blocked).toBe(false);
  });

  it('shows missing fields, and is not blocked by them', () => {
    const gate = setupGate({ ...ready, places: { ...places, config: '', directory: '' } });
    expect(Object.keys(gate.problems).sort()).toEqual(['config', 'directory']);
    expect(gate).toMatchObject({ usesFile: false, blocked: false });
  });

  it('ignores the configuration when an approved plan replaces it', () => {
    const options = { ...ready.options, planFile: '/srv/plan.json' };
    const configuration = { text: undefined, error: undefined, unsaved: true, problems: [problem('error')] };
    expect(setupGate({ ...ready, options, configuration })).toEqual({
      usesFile: false,
      problems: {},
      configErrors: 0,
      rejectedPlan: false,
      blocked: false,
      save: false,
    });
  });

  it("is blocked by a plan that isn't approved", () => {
    const options = { ...ready.options, planFile: '/srv/plan.json' };
    expect(setupGate({ ...ready, options, opened: rejected })).toMatchObject({
      rejectedPlan: true,
      blocked: true,
    });
  });
});
