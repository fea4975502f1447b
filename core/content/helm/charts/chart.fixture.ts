import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { packChart } from './files.ts';

/** A chart's files by path; `Chart.yaml` is generated if missing. */
export type ChartText = Record<string, string>;

export function chartFilesOf(name: string, version: string, files: ChartText): Map<string, Buffer> {
  const all = {
    'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: ${version}\nappVersion: "1.2.3"\n`,
    ...files,
  };
  return new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]));
}

export function packedChart(name: string, version: string, files: ChartText): Promise<Buffer> {
  return packChart(name, chartFilesOf(name, version, files));
}

/** An archive with exactly these entries, valid or not. */
export function irregularArchive(
  entries: (Partial<Header> & { name: string } & { content?: string })[],
): Promise<Buffer> {
  const archive = pack();
  const packed = buffer(archive.pipe(createGzip()));
  for (const { content, ...header } of entries) archive.entry(header, content ?? '');
  archive.finalize();
  return packed;
}

export function deployment(image: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: x }
spec:
  template:
    spec:
      containers:
        - name: main
          image: ${image}
`;
}
