/** Names the configuration file. Pages need the name alone, not the schema: their code decides the hash of the client. */
export const CONFIG_FILE = 'site-config.json';
