import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { RequestInput, RequestOutput } from '../../core/contract/contract.ts';
import type { InspectedClusterLine } from '../../core/contract/topics/clusters.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';

/** Reads the state of the cluster of the form above or of a file, shows it, and saves it for another host. */
export function InspectCard({
  choice,
  onUse,
}: {
  choice: Pick<RequestInput<'clusters.inspect'>, 'kubeconfig' | 'context'>;
  /** Uses a file for the readiness check. */
  onUse: (file: string) => void;
}) {
  const id = useId();
  const client = useClient();
  const [from, setFrom] = useState('');
  const [file, setFile] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [inspected, setInspected] = useState<RequestOutput<'clusters.inspect'>>();
  const pending = useRef<AbortController>(undefined);
  useEffect(() => () => pending.current?.abort(), []);
  const inspect = async () => {
    const controller = new AbortController();
    pending.current = controller;
    setBusy(true);
    setError(undefined);
    try {
      const cluster = from === '' ? choice : { from };
      const input = { ...cluster, file: file || undefined };
      setInspected(await client.request('clusters.inspect', input, { signal: controller.signal }));
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown);
    } finally {
      if (pending.current === controller) setBusy(false);
    }
  };
  const isReady = (from === '' || from.startsWith('/')) && (file === '' || file.startsWith('/'));
  const saved = inspected?.file;
  return (
    <Card title={t('inspectTitle')} note={t('inspectNote')} label={t('inspectTitle')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) void inspect();
        }}
      >
        <div className="al-cluster-form">
          <PathInput
            id={`${id}-from`}
            label={t('inspectFromLabel')}
            kind="file"
            extensions={['json']}
            value={from}
            helper={t('inspectFromHelp')}
            onChange={setFrom}
          />
          <PathInput
            id={`${id}-file`}
            label={t('inspectFileLabel')}
            kind="file"
            extensions={['json']}
            value={file}
            helper={t('inspectFileHelp')}
            onChange={setFile}
          />
        </div>
        {error !== undefined && <FailureAlert error={error} title={t('inspectFailedTitle')} />}
        <div className="al-actions">
          <RequestButton
            request="clusters.inspect"
            type="submit"
            variant="secondary"
            isDisabled={!isReady || busy}
            isLoading={busy}
          >
            {t('inspectButton')}
          </RequestButton>
          {busy && (
            <Button variant="link" onClick={() => pending.current?.abort()}>
              {t('cancelButton')}
            </Button>
          )}
          <span className="al-sub" role="status">
            {busy && t('inspectingText')}
            {saved !== undefined && (
              <StateMark mark="good">{t('inspectionSaved', { file: saved })}</StateMark>
            )}
          </span>
          {saved !== undefined && (
            <Button variant="link" isInline onClick={() => onUse(saved)}>
              {t('useInspectionButton')}
            </Button>
          )}
        </div>
      </Form>
      {inspected && <Facts facts={inspected.facts} />}
    </Card>
  );
}

function Facts({ facts }: { facts: InspectedClusterLine }) {
  const { mirrors, catalogs, installed, pools, unread } = facts;
  const list = (words: readonly string[]) => words.join(', ') || t('noneText');
  const rows: [string, ReactNode][] = [
    [t('clusterLabel'), facts.context === undefined ? facts.server : `${facts.context} (${facts.server})`],
    [t('inspectedLabel'), <RelativeTime key="time" at={facts.inspectedAt} />],
    [t('versionLabel'), facts.version ?? t('unknownText')],
    [t('channelLabel'), facts.channel ?? t('noneText')],
    [t('upstreamLabel'), facts.upstream ?? t('redHatService')],
    [t('architecturesLabel'), facts.architectures.join(', ') || t('unknownText')],
    [t('updatesLabel'), list(facts.updates)],
    [t('loginsLabel'), list(facts.pullSecret)],
    [t('authoritiesLabel'), list(facts.authorities)],
  ];
  return (
    <div className="al-column al-cluster-inspected">
      <dl className="al-facts">
        {rows.map(([term, value]) => (
          <div key={term} className="al-contents">
            <dt>{term}</dt>
            <dd className="al-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {unread.map(({ part, reason }) => (
        <StateMark key={part} mark="warning">
          {t('unreadText', { part, reason })}
        </StateMark>
      ))}
      <FactTable
        summary={t('mirrorsSummary', { count: mirrors.length })}
        rows={mirrors.map(({ source, mirrors: targets, by, object, neverSource }) => [
          ...[source, targets.join(', '), t('mirrorBy', { by })],
          neverSource ? `${object}, ${t('neverSourceText')}` : object,
        ])}
      />
      <FactTable
        summary={t('catalogsSummary', { count: catalogs.length })}
        rows={catalogs.map(({ object, image = '', ready }) => [
          object,
          image,
          ready ? '' : t('notReadyText'),
        ])}
      />
      <FactTable
        summary={t('installedSummary', { count: installed.length })}
        rows={installed.map(({ name, namespace, phase = '', images }) => [
          ...[name, namespace, phase, t('operatorImages', { count: images })],
        ])}
      />
      <FactTable
        summary={t('poolsSummary', { count: pools.length })}
        rows={pools.map(({ name, state, updated, machines }) => [
          ...[name, state, t('poolText', { updated, machines })],
        ])}
      />
    </div>
  );
}

function FactTable({ summary, rows }: { summary: string; rows: readonly (readonly string[])[] }) {
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{summary}</summary>
      <table className="al-plain-table">
        <tbody>
          {rows.map(([first = '', ...others], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
            <tr key={index}>
              <th scope="row" className="al-mono al-small al-anywhere">
                {first}
              </th>
              {others.map((text, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
                <td key={column} className="al-small al-anywhere">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
