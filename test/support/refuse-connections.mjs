// Loaded before the program: every attempt to reach another host is written to the file CONNECTIONS and refused.
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

const { connect } = Socket.prototype;

Socket.prototype.connect = function refuse(...args) {
  const [first] = args;
  const options = Array.isArray(first) ? first[0] : first;
  // A path is a pipe of this machine, such as the one to esbuild.
  if (options !== null && typeof options === 'object' && options.path) return connect.apply(this, args);
  appendFileSync(process.env.CONNECTIONS ?? '', `${JSON.stringify(options)}\n`);
  queueMicrotask(() => this.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  return this;
};
