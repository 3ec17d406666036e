/** Tests the list of previews, and their removal, on each kind of target. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listPreviews, removePreview } from '../../src/deploy/previews.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import { STORES, schemeOf } from './stores.ts';
import { createOptions, deployTo, OPEN } from './support.ts';

it.each(['gs://site', 's3://site', 'file://'])(
  'previews of %s are listed, and one is removed whole',
  async (start) => {
    const work = makeFolder();
    const server = await STORES[schemeOf(start)].start({ buckets: ['site'] });
    onTestFinished(() => server.stop());
    const url = start === 'file://' ? `file://${work}/www` : start;
    const folder = join(work, 'dist');
    const manifest = await writeSite(folder, createSiteFiles('one'));
    const open = (below = '') => openTarget(url + below, { ...OPEN, apiEndpoint: server.url });
    const namesOf = async () => (await (await open()).listNames('')).map(({ name }) => name);
    for (const below of ['', '/_preview/next', '/_preview/other'])
      await deployTo(url + below, server.url, folder, manifest);
    const before = await namesOf();
    const previews = await listPreviews(await open());
    expect(previews.map(({ name }) => name).sort()).toEqual(['next', 'other']);
    expect(previews[0]).toMatchObject({ files: 14, updated: expect.stringMatching(/^\d{4}-.*Z$/) });

    const target = await open('/_preview/next');
    const options = createOptions(target, folder, manifest);
    expect(await removePreview({ ...options, dryRun: true })).toBe(14);
    expect(await namesOf()).toEqual(before);
    expect(await removePreview(options)).toBe(14);
    expect(await namesOf()).toEqual(before.filter((name) => !name.startsWith('_preview/next/')));
    if (start === 'file://') expect(existsSync(`${work}/www/_preview/next`)).toBe(false);
    // It was removed before, which is no error.
    expect(await removePreview(createOptions(await open('/_preview/next'), folder, manifest))).toBe(0);
    expect((await listPreviews(await open())).map(({ name }) => name)).toEqual(['other']);
  },
);
