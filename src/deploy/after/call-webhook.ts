/** Sends the release to a server of the user, signed where there is a secret. */
import { createHmac } from 'node:crypto';
import { describeRelease, type PlanAction, sendJson } from './after-action.ts';

/** Changes that are listed; their number is always sent. */
const MAX_CHANGES = 1000;

export const callWebhook: PlanAction = ({ webhook }, released) => {
  if (!webhook) return null;
  const url = new URL(webhook.url);
  return {
    name: 'webhook',
    description: `send release ${released.release} to ${url.host}`,
    secret: webhook.secret ?? null,
    requests(secret) {
      const request = sendJson(url, describeRelease(released, MAX_CHANGES));
      if (secret === '') return [request];
      const signature = createHmac('sha256', secret)
        .update(request.body ?? '')
        .digest('hex');
      return [{ ...request, headers: { ...request.headers, 'x-articles-signature': `sha256=${signature}` } }];
    },
  };
};
