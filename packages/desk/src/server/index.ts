/** The entry of `articles desk`: the server of the editor. */
export { runDesk } from './run-desk.ts';
