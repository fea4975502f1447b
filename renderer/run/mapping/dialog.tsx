import './mapping.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import type { RunRef } from '../../../core/contract/topics/vocabulary.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { withoutLastSlash } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** A plan or a run whose images are mapped. */
export type Mapped = { plan: string } | { run: RunRef };

/** The button that opens `mapping.txt` of a plan or a run. @param folder default folder of the saved file */
export function MappingButton({ of, folder }: { of: Mapped; folder: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="link" size="sm" isInline onClick={() => setOpen(true)}>
        {t('viewButton')}
      </Button>
      {open && <MappingDialog of={of} folder={folder} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows the first lines of `mapping.txt` and saves it. */
function MappingDialog({ of, folder, onClose }: { of: Mapped; folder: string; onClose: () => void }) {
  const [file, setFile] = useState(`${withoutLastSlash(folder)}/mapping.txt`);
  const plan = 'plan' in of ? of.plan : undefined;
  const run = 'run' in of ? of.run : undefined;
  const planned = useAsk('plans.mapping', { plan: plan ?? '' }, { enabled: plan !== undefined });
  const ran = useAsk(
    'runs.mapping',
    { run: run ?? { root: '', sequence: 1 } },
    { enabled: run !== undefined, staleTime: 0 },
  );
  const savePlan = useDo('plans.saveMapping');
  const saveRun = useDo('runs.saveMapping');
  const { data, error } = plan === undefined ? ran : planned;
  const save = plan === undefined ? saveRun : savePlan;
  const write = () => {
    if (plan !== undefined) savePlan.mutate({ plan, file });
    else saveRun.mutate({ run: run!, file });
  };
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-mapping-title">
      <ModalHeader title="mapping.txt" labelId="al-mapping-title" description={t('mappingText')} />
      <ModalBody>
        <form
          id="al-mapping"
          className="al-column"
          onSubmit={(event) => {
            event.preventDefault();
            write();
          }}
        >
          {error && <FailureAlert error={error} title={t('readFailedTitle')} />}
          {data && (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
              <section className="al-mapping" tabIndex={0} aria-label={t('linesLabel')}>
                <pre className="al-mono">{data.lines.join('\n')}</pre>
              </section>
              <span className="al-sub al-small">
                {t('lineCount', {
                  lines: data.total,
                  shown: data.lines.length,
                  more: data.total - data.lines.length,
                })}
              </span>
            </>
          )}
          <PathInput
            id="al-mapping-file"
            label={t('fileLabel')}
            kind="save"
            extensions={['txt']}
            value={file}
            onChange={setFile}
          />
          {save.error && <FailureAlert error={save.error} title={t('saveFailedTitle')} />}
          {save.data && (
            <output>
              <StateMark mark="good">
                {t('saved', { lines: save.data.lines, file: save.data.file })}
              </StateMark>
            </output>
          )}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request={plan === undefined ? 'runs.saveMapping' : 'plans.saveMapping'}
          type="submit"
          form="al-mapping"
          variant="primary"
          isDisabled={!data || file.trim() === '' || save.isPending}
        >
          {t('saveButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('closeButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
