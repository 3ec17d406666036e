/** Answers of the test server's model: a good one for every step, derived from the request alone. */
import { createDescription, createProse, createTitle, type ProseLanguage } from './model-prose.ts';
import type { ChatRequest } from './model-server.ts';
import { createRandom } from './random.ts';

/** The text of a good answer, with the key that the request asks for. */
export function createAnswer(body: ChatRequest): string {
  const key = /"requestKey" of the answer to "(\w+)"\.$/.exec(body.messages.at(-1)?.content ?? '')?.[1];
  const answer = answerStep(body);
  return key === undefined ? answer : answer.replace('{', `{"requestKey": "${key}", `).replace(', }', '}');
}

function answerStep(body: ChatRequest): string {
  const system = body.messages[0]?.content ?? '';
  const task = body.messages[1]?.content ?? '';
  const language = languageOf(system);
  const topic = /^Topic: (.*)$/m.exec(task)?.[1] ?? '';
  const seed = `${language} ${topic}`;
  const { step, schema } = formatOf(body);
  switch (step) {
    case 'topics':
      return JSON.stringify({
        topics: Array.from({ length: Number(/Propose (\d+)/.exec(task)?.[1] ?? 1) }, (_none, index) =>
          createTitle(language, `${task.length} ${index}`),
        ),
      });
    case 'outline':
      return JSON.stringify({
        title: createTitle(language, seed),
        sections: [1, 2, 3].map((number) => ({
          heading: createTitle(language, `${seed} ${number}`),
          points: [1, 2, 3].map((point) => createTitle(language, `${seed} point ${number} ${point}`)),
        })),
      });
    case 'sections':
      return JSON.stringify({
        sections: askedNumbers(body, task).map((number) => ({
          number,
          heading: '',
          text: createProse(
            language,
            wordsAsked(task, `${seed} ${number}`),
            `${seed} ${number} ${body.messages.length}`,
          ),
        })),
      });
    case 'seo': {
      const title = topic ? createTitle(language, seed) : createTitle(language, `${language} ${task}`);
      const description = createDescription(language, `${seed} ${task.length}`);
      const cover = {
        prompt: createTitle(language, `${seed} cover`),
        alt: createTitle(language, `${seed} alt`),
      };
      return JSON.stringify({ title, description, ...(schema?.properties?.cover ? { cover } : {}) });
    }
    case 'category': {
      const { requestKey: _key, ...groups } = schema?.properties ?? {};
      return JSON.stringify(chooseFirst(groups));
    }
    case 'translate':
      return translate(task, language);
    case 'judge':
      return '{"findings": []}';
    default:
      return '{}';
  }
}

/** The shape that is asked for: in the format, or in the prompt. */
export function formatOf(body: ChatRequest): {
  step: string;
  schema: { properties?: Record<string, unknown> } | undefined;
} {
  const format = body.response_format?.json_schema;
  if (format) return { step: format.name ?? '', schema: format.schema };
  const [, step = '', schema] =
    /JSON schema of the answer \((\w+)\):\n(.*)$/.exec(body.messages[0]?.content ?? '') ?? [];
  return { step, schema: schema === undefined ? undefined : JSON.parse(schema) };
}

function languageOf(system: string): ProseLanguage {
  const name = /who read (\w+)\./.exec(system)?.[1];
  return name === 'Russian' || name === 'Turkish' || name === 'Korean' ? name : 'English';
}

/** Somewhere between the least and the most that is asked for; the same for the same section. */
function wordsAsked(task: string, seed: string): number {
  const [, least = 100, most = 100, unit] = /Each text has (\d+) to (\d+) (\w+)/.exec(task) ?? [];
  // Prose ends with a whole sentence, so it is a little longer.
  const asked = Number(least) + createRandom(seed)() * Math.max(0, Number(most) * 0.9 - Number(least));
  // A Korean word has about three characters.
  return Math.ceil(asked / (unit === 'characters' ? 2.9 : 1));
}

/** A repair asks for some sections only. */
function askedNumbers(body: ChatRequest, task: string): number[] {
  const last = body.messages.at(-1)?.content ?? '';
  const some =
    /with only sections? ([\d, ]+)/.exec(last)?.[1] ??
    /Write (?:only sections|section) ([\d, ]+)/.exec(task)?.[1];
  if (some) return some.split(',').map(Number);
  return [...task.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
}

/** The first category with its first subcategory; null for the others. */
function chooseFirst(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema], index) => {
      if (index > 0) return [key, null];
      const names = Object.keys(mapOf(schema));
      return [key, Object.fromEntries(names.map((name, position) => [name, position === 0]))];
    }),
  );
}

function mapOf(schema: unknown): object {
  if (typeof schema !== 'object' || schema === null) return {};
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null)
    return schema.properties;
  if ('anyOf' in schema && Array.isArray(schema.anyOf))
    return schema.anyOf.map(mapOf).find((map) => Object.keys(map).length > 0) ?? {};
  return {};
}

/** Paragraphs become prose of the language; tables, code, marks of lists and notes, links and numbers stay. */
function translate(task: string, language: ProseLanguage): string {
  const { sections } = JSON.parse(task.slice(task.indexOf('{\n')));
  const out = sections.map(({ number, heading, text }: { number: number; heading: string; text: string }) => {
    let fenced = false;
    const lines = text.split('\n').map((line, index) => {
      if (/^(```|~~~)/.test(line)) fenced = !fenced;
      if (fenced || /^(```|~~~|\||#|> *\[!|\s*$)/.test(line)) return line;
      if (line.startsWith('::'))
        return line.replace(/(?<=(?:caption|title)=")[^"]*/g, (words) => createTitle(language, words));
      const mark = /^\s*(?:[-*+>]|\d+[.)]|\[\^\w+\]:)\s/.exec(line)?.[0] ?? '';
      const parts =
        line
          .slice(mark.length)
          .match(/\[[^\]]*\]\([^)]*\)|`[^`]+`|\[\^\w+\]|\d+(?:[.,]\d+)*/g)
          ?.map((part) => ` ${part}`)
          .join('') ?? '';
      const words = Math.max(4, Math.round(line.split(' ').length * 0.8));
      const prose = createProse(language, words, `${number} ${index} ${line}`)
        .replace(/\n+/g, ' ')
        .slice(0, Math.max(60, line.length * 1.3));
      // A text that stops within a sentence is a finding.
      return `${mark}${/[.!?]$/.test(prose) ? prose : `${prose.trimEnd()}.`}${parts}`;
    });
    return { number, heading: heading && createTitle(language, heading), text: lines.join('\n') };
  });
  return JSON.stringify({ sections: out });
}
