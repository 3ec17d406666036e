/** What known providers accept, as data: settings that a site leaves out come from here. */
import type { SiteConfig } from '../../config/config-schema.ts';

type Settings = SiteConfig['generate'];

interface Profile extends Required<Pick<Settings, 'responseFormat' | 'tokenLimitField' | 'store'>> {
  /** Matches the address of its servers. */
  url: RegExp;
  needsKey: boolean;
}

/** The first that matches. Fields of other providers are ignored, or refused with status 400. */
const PROFILES: readonly Profile[] = [
  {
    url: /^https:\/\/api\.openai\.com\//,
    responseFormat: 'json_schema',
    tokenLimitField: 'max_completion_tokens',
    store: true,
    needsKey: true,
  },
  {
    // Ignores response_format.
    url: /^https:\/\/api\.anthropic\.com\//,
    responseFormat: 'prompt',
    tokenLimitField: 'max_completion_tokens',
    store: false,
    needsKey: true,
  },
  {
    // Refuses store and metadata.
    url: /^https:\/\/generativelanguage\.googleapis\.com\//,
    responseFormat: 'json_schema',
    tokenLimitField: 'max_completion_tokens',
    store: false,
    needsKey: true,
  },
  {
    // Refuses json_schema.
    url: /^https:\/\/api\.deepseek\.com\//,
    responseFormat: 'json_object',
    tokenLimitField: 'max_tokens',
    store: false,
    needsKey: true,
  },
  {
    // Ollama and llama.cpp on their usual ports.
    url: /^https?:\/\/[^/]+:(?:11434|8080)\//,
    responseFormat: 'json_schema',
    tokenLimitField: 'max_tokens',
    store: false,
    needsKey: false,
  },
  {
    url: /^/,
    responseFormat: 'json_schema',
    tokenLimitField: 'max_completion_tokens',
    store: 'auto',
    needsKey: false,
  },
];

/** @param baseUrl undefined for OpenAI */
function findProfile(baseUrl: string | undefined): Profile | undefined {
  const address = `${baseUrl ?? 'https://api.openai.com/v1'}/`;
  return PROFILES.find(({ url }) => url.test(address));
}

export function needsKey(baseUrl: string | undefined): boolean {
  return findProfile(baseUrl)?.needsKey ?? false;
}

/** Completes the settings with the profile of the server. */
export function applyProfile(settings: Settings, baseUrl: string | undefined): Settings {
  const { responseFormat, tokenLimitField, store } = settings;
  const profile = findProfile(baseUrl);
  return {
    ...settings,
    responseFormat: responseFormat ?? profile?.responseFormat,
    tokenLimitField: tokenLimitField ?? profile?.tokenLimitField,
    store: store ?? profile?.store,
  };
}
