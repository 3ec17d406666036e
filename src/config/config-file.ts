/** The name of the configuration file. Pages import only the name and not the schema, since the code that they import decides the hash of the client. */
export const CONFIG_FILE = 'site-config.json';
