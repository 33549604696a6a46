import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Env, Hono } from 'hono'

/** One file of the page, read and compressed once. */
interface StaticFile {
  readonly body: Buffer<ArrayBuffer>
  readonly gzipped: Buffer<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Nothing runs but our own files, nothing is loaded from elsewhere, nobody may frame the page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const guards = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** In a bundle the page lies beside the program; run from its sources, a program shows the page built last. */
function builtPage(): string {
  const beside = fileURLToPath(new URL('../../dashboard', import.meta.url))
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL('../../../dist/dashboard', import.meta.url))
}

/** The page at `/` and its files; without a build, a sentence that says how to make one. */
export function mountDashboard<E extends Env>(
  app: Hono<E>,
  {
    folder = builtPage(),
    locale = 'en',
  }: { folder?: string; locale?: 'en' | 'fr' | undefined } = {},
): void {
  let loaded: ReadonlyMap<string, StaticFile> | undefined
  const files = (): ReadonlyMap<string, StaticFile> => {
    if (!loaded?.size) loaded = readFiles(folder, locale)
    return loaded
  }
  app.on(['GET', 'HEAD'], ['/', '/assets/:name', '/favicon.svg'], (context, next) => {
    const { path, method } = context.req
    const file = files().get(path === '/' ? '/index.html' : path)
    if (file)
      return answer(file, {
        isHead: method === 'HEAD',
        etag: context.req.header('if-none-match'),
        acceptsGzip: /\bgzip\b/.test(context.req.header('accept-encoding') ?? ''),
      })
    if (path !== '/') return next()
    return context.text('The dashboard is not built. Run `npm run build`, then reload.\n', 503)
  })
}

interface Asked {
  readonly isHead: boolean
  readonly etag: string | undefined
  readonly acceptsGzip: boolean
}

function answer({ body, gzipped, headers }: StaticFile, asked: Asked): Response {
  if (asked.etag === headers.etag) return new Response(null, { status: 304, headers })
  const sent = asked.acceptsGzip ? gzipped : body
  return new Response(asked.isHead ? null : sent, {
    headers: {
      ...headers,
      'content-length': String(sent.length),
      ...(asked.acceptsGzip ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}

function readFiles(folder: string, locale: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter((name) => extname(name) in types)
      .map((name) => {
        const path = `/${name.split(sep).join('/')}`
        const body = readFileSync(join(folder, name))
        return [
          path,
          toStaticFile(path, extname(name) === '.html' ? inLanguage(body, locale) : body),
        ]
      }),
  )
}

/** The page reads its language from its own head, before anything is asked for or drawn. */
function inLanguage(page: Buffer, locale: string): Buffer<ArrayBuffer> {
  return Buffer.from(page.toString().replace('<html lang="en"', `<html lang="${locale}"`))
}

function toStaticFile(path: string, body: Buffer<ArrayBuffer>): StaticFile {
  // Names under `assets` carry a digest of their content, so they never change.
  const isImmutable = path.startsWith('/assets/')
  return {
    body,
    gzipped: gzipSync(body, { level: 9 }),
    headers: {
      ...guards,
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      vary: 'accept-encoding',
    },
  }
}
