/** The types of @joplin/turndown-plugin-gfm, which ships none. */
declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown';

  /** A CommonJS module. */
  const plugin: { gfm(service: TurndownService): void };
  export default plugin;
}
