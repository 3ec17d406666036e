/** Makes the folder in which the examples of the documentation run: a new site, and what a reader of them has beside it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { runArticles, runJson } from './cli.ts';
import { type GcsServer, startGcsServer } from './gcs-server.ts';
import { startModelServer } from './model-server.ts';
import { S3_KEYS, startS3Server } from './s3-server.ts';

const BUCKETS = ['site', 'site-dev', 'example-site', 'my-site'];

export interface Playground {
  folder: string;
  gcs: GcsServer;
}

/** The site is of the template "betting" in three languages. It is deployed once, and a generated article waits for a review. */
export async function makePlayground(folder: string): Promise<Playground> {
  const site = join(folder, 'site');
  const services = await startServices();
  const { environment, gcs } = services;
  const run = async (...args: string[]) => {
    const { code, stderr } = await runArticles(args, { cwd: folder, environment });
    if (code !== 0) throw new Error(`articles ${args.join(' ')} ended with ${code}\n${stderr}`);
  };
  const locales = ['en_US', 'ru_RU', 'tr_TR'].flatMap((locale) => ['--locale', locale]);
  mkdirSync(folder, { recursive: true });
  await run('init', site, '--template', 'betting', ...locales);
  const config = JSON.parse(readFileSync(join(site, 'site-config.json'), 'utf8'));
  const own = { ...config, url: 'https://field-notes.example', hosting: 'nginx' };
  put(join(site, 'site-config.json'), JSON.stringify(own, null, 2));
  for (const path of readdirSync(join(site, 'content'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:json|md)$/.test(path)) continue;
    const file = join(site, 'content', path);
    put(file, readFileSync(file, 'utf8').replaceAll('TODO: ', ''));
  }
  put(join(site, 'content/data/harvest.yaml'), '- crop: Beans\n  kilograms: 12.5\n');
  const picture = sharp({ create: { width: 640, height: 400, channels: 3, background: '#355' } });
  put(join(folder, 'picture.jpg'), await picture.jpeg({ quality: 40 }).toBuffer());
  for (const [path, text] of Object.entries(FILES)) put(join(folder, path), text);
  await run('build', '--root', site);
  await run('deploy', '--root', site, '--env', 'production', '--yes');
  await run('generate', '--root', site, '--locale', 'en_US', '--topics', join(site, 'topics.csv'));
  const { articles } = await runJson(['review', '--root', site]);
  nameGenerated(site, articles);
  // Builds of the examples draw no picture again.
  for (const name of ['dist', '.articles/runs']) rmSync(join(site, name), { recursive: true, force: true });
  await services.stop();
  return { folder, gcs };
}

/** A copy for one page, and its services with the deployed release. */
export async function enterPlayground({ folder, gcs }: Playground, copy: string) {
  cpSync(folder, copy, { recursive: true });
  const services = await startServices();
  for (const [name, bucket] of gcs.buckets) services.gcs.buckets.set(name, structuredClone(bucket));
  return services;
}

async function startServices() {
  const [gcs, s3, model] = await Promise.all([
    startGcsServer({ buckets: BUCKETS }),
    startS3Server({ buckets: BUCKETS }),
    startModelServer(),
  ]);
  return {
    gcs,
    environment: {
      STORAGE_EMULATOR_HOST: gcs.url,
      AWS_ENDPOINT_URL_S3: s3.url,
      AWS_ACCESS_KEY_ID: S3_KEYS.id,
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secret,
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'none-is-needed',
      CI_RUN_ID: 'run-1',
    },
    stop: () => Promise.all([gcs.stop(), s3.stop(), model.close()]),
  };
}

/** The model's title makes a slug that no page can know. */
function nameGenerated(site: string, made: { file: string }[]): void {
  const file = join(site, made[0]?.file ?? '');
  const named = join(dirname(file), 'price-basics.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^slug: .*$/m, 'slug: price-basics'));
  renameSync(file, named);
}

function put(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const article = (slug: string, fields = '') => `---
title: A Note on ${slug.replaceAll('-', ' ')}
slug: ${slug}
author: Editorial Team
date: 2026-01-05
description: A note on ${slug.replaceAll('-', ' ')} that the examples of the documentation change and move around.
${fields}---
A price is a probability with a margin on it.
`;
const post = (title: string, date: string) =>
  `---\ntitle: ${title}\ndate: ${date}\n---\nThe text of ${title}.\n`;
const HUGO = {
  'hugo.toml': 'title = "A Blog"\nbaseURL = "https://blog.example/"\nlanguageCode = "en-us"\n',
  'content/posts/first.md': post('First', '2024-01-02'),
  'content/posts/second.md': post('Second', '2024-02-03'),
};
const below = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const WORDPRESS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Blog</title><link>https://wp.example</link><language>LANGUAGE</language><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Hello</title><link>https://wp.example/hello/</link><dc:creator>ann</dc:creator>
<content:encoded><![CDATA[<p>Hello, world.</p>]]></content:encoded><excerpt:encoded></excerpt:encoded>
<wp:post_id>1</wp:post_id><wp:post_date>2024-01-02 10:00:00</wp:post_date><wp:post_date_gmt>2024-01-02 10:00:00</wp:post_date_gmt>
<wp:post_name>hello</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
</channel></rss>
`;
const GHOST = JSON.stringify({
  db: [
    {
      meta: { version: '5.80.0' },
      data: {
        posts: [
          {
            id: '1',
            title: 'Hello',
            slug: 'hello-ghost',
            type: 'post',
            status: 'published',
            visibility: 'public',
            published_at: '2024-01-02T03:04:05.000Z',
            html: '<p>Hello.</p>',
          },
        ],
        settings: [
          { key: 'title', value: 'Ghost' },
          { key: 'locale', value: 'en' },
        ],
      },
    },
  ],
});

const FILES: Record<string, string> = {
  'site/topics.csv':
    'topic;category;subcategory\nWhat a Price Says of a Match;bettingStrategies;oddsCalculation\n',
  'site/content/offers.yaml':
    'advertisers: { acme: { name: Acme } }\noffers:\n  acme-welcome:\n    advertiser: acme\n    class: books\n    texts: { en_US: { url: "https://acme.example/", text: Acme } }\n',
  'site/topics.json': '[{ "topic": "Why a Price Moves Before a Match" }]',
  'site/prompts-new/style.md': 'Short sentences.\n',
  'site/content/en_US/articles/odds.md': article('odds'),
  'site/content/en_US/articles/market-report.md': article('market-report'),
  'site/content/en_US/articles/old-slug.md': article('old-slug'),
  'site/content/en_US/articles/trends.md': article(
    'trends',
    'featured: 1\nentities:\n  - category: industryInsights\n    subcategories:\n      - subcategory: marketTrendsBetting\n        subsubcategories: []\n',
  ),
  'site/wordpress.xml': WORDPRESS.replace('LANGUAGE', 'ru-RU'),
  ...below('hugo-blog', HUGO),
  ...below('blog', HUGO),
  ...below('notes', { 'first-note.md': '# First Note\n\nText.\n' }),
  ...below('docs/website', {
    'docusaurus.config.js':
      "module.exports = { title: 'Docs', url: 'https://docs.example', baseUrl: '/' };\n",
    'blog/2024-01-02-hello.md': '---\ntitle: Hello from the docs\n---\nText.\n',
    'docs/intro.md': '---\ntitle: Intro\n---\nText.\n',
  }),
  'export/blog.xml': WORDPRESS.replace('LANGUAGE', 'en-US'),
  'export/blog.json': GHOST,
};
