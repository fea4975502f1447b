/** One event of a `text/event-stream`. */
export interface StreamEvent {
  id: string | undefined;
  data: string;
}

/**
 * Reads server-sent events in the format of the host: fields `id` and `data`, and comments as heartbeats.
 * @param onBytes called for all received bytes, including comments
 * @throws the error of the body when the connection breaks
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseBlock(block: string): StreamEvent | undefined {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('id: ')) id = line.slice(4);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  return data.length > 0 ? { id, data: data.join('\n') } : undefined;
}
