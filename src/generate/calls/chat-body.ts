/** Defines the body of a chat completion request, as servers expect it. */

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ResponseFormat {
  type: 'json_schema';
  json_schema: { name: string; strict: true; schema: Record<string, unknown> };
}

export interface ChatBody {
  model: string;
  messages: Message[];
  response_format: ResponseFormat;
  max_completion_tokens?: number;
  max_tokens?: number;
  temperature?: number;
  store?: boolean;
  metadata?: Record<string, string>;
}
