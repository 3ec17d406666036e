// The reference of site-config.json, from its JSON schema.
import { page, sentence } from './page-parts.mjs';
import { describeFields, listFields } from './schema-fields.mjs';

/** @param schema JSON schema of site-config.json. @returns the page as Markdown */
export function describeSettings(schema) {
  const required = new Set(schema.required);
  const settings = Object.entries(schema.properties).filter(([name]) => name !== '$schema');
  const isSimple = ([, value]) => listFields(value).length === 0;
  return page('Settings', [
    'Settings of `site-config.json`. An unknown name is an error. Editors complete and check the file through its `$schema`. `[]` means each entry of a list, `*` a name that you choose.',
    '## The site',
    describeFields(
      'settings: ',
      settings
        .filter(isSimple)
        .map(([path, field]) => ({ path, schema: field, isRequired: required.has(path), where: '' })),
    ),
    ...settings
      .filter((setting) => !isSimple(setting))
      .flatMap(([name, value]) => [
        `## ${name}`,
        sentence(value.description),
        describeFields(`settings: ${name}.`, listFields(value)),
      ]),
  ]);
}
