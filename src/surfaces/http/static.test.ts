import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { mountDashboard } from './static.ts'

function pageIn(files: Readonly<Record<string, string>>, locale?: 'fr'): Hono {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-static-'))
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const app = new Hono()
  mountDashboard(app, { folder, locale })
  return app
}

const built = { 'index.html': '<!doctype html>', 'assets/app-1a2b.js': 'run()', 'secret.txt': 'no' }

test('the page lets nothing run but its own files, and nobody frame it', async () => {
  const { headers, status } = await pageIn(built).request('/')
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('the page is asked for anew, its files are kept for good', async () => {
  const app = pageIn(built)
  const page = await app.request('/')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const etag = page.headers.get('etag') ?? ''
  expect((await app.request('/', { headers: { 'if-none-match': etag } })).status).toBe(304)
  const file = await app.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(file.headers.get('cache-control')).toContain('immutable')
  expect(file.headers.get('content-type')).toContain('text/javascript')
  expect(gunzipSync(Buffer.from(await file.arrayBuffer())).toString()).toBe('run()')
})

test.each(['/secret.txt', '/assets/..%2fsecret.txt', '/assets/none.js', '/../secret.txt'])(
  '%s is not served',
  async (path) => {
    expect((await pageIn(built).request(path)).status).toBe(404)
  },
)

test('the page says in its head which language it speaks', async () => {
  const page = { ...built, 'index.html': '<!doctype html><html lang="en">' }
  expect(await (await pageIn(page).request('/')).text()).toContain('<html lang="en">')
  expect(await (await pageIn(page, 'fr').request('/')).text()).toContain('<html lang="fr">')
})

test('without a build it says how to make one', async () => {
  const app = new Hono()
  mountDashboard(app, { folder: join(tmpdir(), 'tamis-no-such-folder') })
  const answer = await app.request('/')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('npm run build')
})
