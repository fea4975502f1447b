// The `parentPort` of an Electron utility process based on Node's own IPC; the look-alike loads it before the engine.
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: never) => void process.send?.(message),
});
Object.defineProperty(process, 'parentPort', { value: port });
process.on('message', (data) => port.emit('message', { data, ports: [] }));
