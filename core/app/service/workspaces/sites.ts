import type { Problem } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { mkdir } from '../../../base/files/created-files.ts';
import type { SiteSource } from '../../../contract/topics/sites.ts';
import { siteChain } from '../../../media/sites/chain.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { freeName, requireUnchanged } from '../state/saved-file.ts';
import type { ServiceState } from '../state/state.ts';

const FILE_NAME = 'imageset-config';

/** `sites.*`: the chain of sites, site reports, and content for the next site. */
export function siteHandlers(state: ServiceState): HandlersOf<'sites'> {
  const { emit, jobs, host, knownRoots } = state;
  const roots = async () => (await knownRoots()).map(({ root }) => root);
  const contentOf = async (source: SiteSource, signal: AbortSignal) => {
    const { sourceContent } = await import('../../../mirror/onward/source-content.ts');
    const given =
      source.kind === 'sets'
        ? { ...source, directory: absolutePath(source.directory, 'source.directory') }
        : source;
    return sourceContent(given, await roots(), signal);
  };
  return {
    'sites.describe': async () => siteChain(await roots()),
    'sites.readReport': async ({ workspace, file }) => {
      const { previewReport } = await import('../../../media/sites/accept-report.ts');
      return previewReport(absolutePath(workspace, 'workspace'), absolutePath(file, 'file'));
    },
    'sites.recordReport': async ({ workspace, file }) => {
      const { acceptReport } = await import('../../../media/sites/accept-report.ts');
      const problems: Problem[] = [];
      const recorded = await acceptReport(
        absolutePath(workspace, 'workspace'),
        absolutePath(file, 'file'),
        (problem) => problems.push(problem),
      );
      emit({ type: 'workspaces' });
      return { ...recorded, problems };
    },
    'sites.writeReport': async ({ directory, file, reached, ticket }, { signal }) => {
      const { makeReport, nextWorkspaces } = await import('../../../media/sites/make-report.ts');
      const { reportText } = await import('../../../media/sites/site-report.ts');
      const [received, to] = [absolutePath(directory, 'directory'), absolutePath(file, 'file')];
      await requireUnchanged(to, undefined);
      using report = jobs.request(ticket, { phase: 'verify', detail: received, unit: 'bytes' });
      const made = await makeReport({
        ...{ directory: received, reached, signal, tool: host.tool },
        next: await nextWorkspaces(await roots()),
        onProgress: ({ bytes, total }) => report(bytes, total),
      });
      const text = reportText(made.report);
      await writeFileAtomic(to, text);
      return { file: to, bytes: Buffer.byteLength(text), sites: made.sites };
    },
    'sites.available': async ({ source }, { signal }) => {
      const { availableOf } = await import('../../../mirror/onward/joined-content.ts');
      return availableOf(await contentOf(source, signal));
    },
    'sites.configure': async ({ source, selection, workspace }, { signal }) => {
      const { selectedConfiguration } = await import('../../../mirror/onward/joined-content.ts');
      const directory = absolutePath(workspace, 'workspace');
      const text = selectedConfiguration(await contentOf(source, signal), selection);
      await mkdir(directory, { recursive: true });
      const file = await freeName(directory, FILE_NAME);
      await writeFileAtomic(file, text);
      emit({ type: 'workspaces' });
      return { file };
    },
  };
}
