import { isAbsoluteUrl } from '../../content/markdown/safe-urls.ts';

/** Joins a relative target to the article image base URL. */
export function joinImageUrl(target: string, imageBaseUrl: string, basePath: string): string {
  if (isAbsoluteUrl(target)) return target;
  if (target.startsWith('/')) return basePath + target;
  const base = imageBaseUrl.startsWith('/') ? basePath + imageBaseUrl : imageBaseUrl;
  return `${base.replace(/\/+$/, '')}/${target.replace(/^(\.\/)+/, '')}`;
}
