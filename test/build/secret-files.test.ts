import { expect, test } from 'vitest';
import { describeSecret } from '../../src/build/outputs/secret-files.ts';

test.each([
  '.env',
  '.env.production',
  'sub/.env',
  '.git/config',
  '.git/objects/ab/cd',
  '.htpasswd',
  '.ssh/known_hosts',
  'id_rsa',
  'keys/id_ed25519',
  'server.pem',
  'tls/server.key',
  'store.p12',
  'credentials.json',
  'service-account-prod.json',
  'dump.sql',
  'terraform.tfstate',
  '.npmrc',
  '.aws/credentials',
])('%s is not published by mistake', (path) => {
  expect(describeSecret(path, () => '')).not.toBeNull();
});

test.each([
  '-----BEGIN PRIVATE KEY-----\nMII',
  '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  '-----BEGIN PGP PRIVATE KEY BLOCK-----',
  '{ "type": "service_account", "project_id": "x" }',
  'key = AKIAIOSFODNN7EXAMPLE',
  'const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"',
  'DB_PASSWORD=correct-horse',
  'export API_KEY = 0123456789abcdef',
])('a file with %j is not published by mistake', (text) => {
  expect(describeSecret('notes.txt', () => text)).not.toBeNull();
});

test.each([
  ['.well-known/security.txt', 'PASSWORD=not looked at'],
  ['.nojekyll', ''],
  ['.htaccess', 'Redirect 301 /a /b'],
  ['CNAME', 'example.org'],
  ['robots-extra.txt', 'User-agent: *'],
  ['keys.html', '<h1>Keyboard</h1>'],
  ['environment.txt', 'The environment'],
  ['certs/root.pem', '-----BEGIN CERTIFICATE-----\nMII'],
  ['public-key.asc', '-----BEGIN PGP PUBLIC KEY BLOCK-----'],
  ['guide.txt', 'Choose a PASSWORD with ten characters, never PASSWORD = "secret".'],
  ['google0123456789abcdef.html', 'google-site-verification: google0123456789abcdef.html'],
])('%s is published', (path, text) => {
  expect(describeSecret(path, () => text)).toBeNull();
});
