// What Electron gives a utility process, made of Node's own IPC; loaded before the engine by the look-alike.
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: never) => void process.send?.(message),
});
Object.defineProperty(process, 'parentPort', { value: port });
process.on('message', (data) => port.emit('message', { data, ports: [] }));
