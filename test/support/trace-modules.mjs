// Given to Node with --import: writes the path of every module that is loaded to the file MODULE_TRACE.
import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';

const hooks = `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(process.env.MODULE_TRACE)}, url + '\\n');
  return next(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

// Modules that CommonJS or createRequire loads.
const { _load } = Module;
Module._load = function load(request, parent, ...rest) {
  appendFileSync(process.env.MODULE_TRACE, `${Module._resolveFilename(request, parent)}\n`);
  return _load.call(this, request, parent, ...rest);
};
