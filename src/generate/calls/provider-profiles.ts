/** Defaults for known providers: what each of them accepts. */
import type { SiteConfig } from '../../config/config-schema.ts';

type Settings = SiteConfig['generate'];

interface Profile extends Required<Pick<Settings, 'responseFormat' | 'tokenLimitField' | 'store'>> {
  /** Matches the address of the provider's servers. */
  url: RegExp;
  needsKey: boolean;
  /** The header that takes the key, if it is not `authorization`. */
  keyHeader?: string;
}

const OTHER: Profile = {
  url: /^/,
  responseFormat: 'json_schema',
  tokenLimitField: 'max_completion_tokens',
  store: 'auto',
  needsKey: false,
};
const HOSTED: Profile = { ...OTHER, store: false, needsKey: true };

/** The first match applies. A provider ignores fields that it does not know, or refuses them with status 400. */
const PROFILES: readonly Profile[] = [
  { ...HOSTED, url: /^https:\/\/api\.openai\.com\//, store: true },
  {
    ...HOSTED,
    url: /^https:\/\/[\w.-]+\.(?:openai|cognitiveservices|services\.ai)\.azure\.com\//,
    keyHeader: 'api-key',
  },
  // Anthropic ignores response_format.
  { ...HOSTED, url: /^https:\/\/api\.anthropic\.com\//, responseFormat: 'prompt' },
  // Gemini refuses store and metadata.
  { ...HOSTED, url: /^https:\/\/generativelanguage\.googleapis\.com\// },
  // DeepSeek refuses json_schema.
  {
    ...HOSTED,
    url: /^https:\/\/api\.deepseek\.com\//,
    responseFormat: 'json_object',
    tokenLimitField: 'max_tokens',
  },
  // Mistral refuses max_completion_tokens, store and metadata with status 422.
  { ...HOSTED, url: /^https:\/\/api\.mistral\.ai\//, tokenLimitField: 'max_tokens' },
  { ...HOSTED, url: /^https:\/\/openrouter\.ai\//, tokenLimitField: 'max_tokens' },
  // Ollama and llama.cpp listen on these ports by default.
  { ...OTHER, url: /^https?:\/\/[^/]+:(?:11434|8080)\//, tokenLimitField: 'max_tokens', store: false },
];

/** @param baseUrl undefined for OpenAI */
export function findProfile(baseUrl: string | undefined): Profile {
  const address = `${baseUrl ?? 'https://api.openai.com/v1'}/`;
  return PROFILES.find(({ url }) => url.test(address)) ?? OTHER;
}

/** Completes the settings of a site with the profile of its server. */
export function applyProfile(settings: Settings, baseUrl: string | undefined): Settings {
  const { responseFormat, tokenLimitField, store, api } = settings;
  const profile = findProfile(baseUrl);
  return {
    ...settings,
    responseFormat: responseFormat ?? profile.responseFormat,
    tokenLimitField: tokenLimitField ?? profile.tokenLimitField,
    // The store of chat completions does not list answers of the Responses API.
    store: store ?? (api === 'chat' ? profile.store : false),
  };
}
