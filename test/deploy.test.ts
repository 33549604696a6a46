import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { settings } from '../src/config/settings.ts'

const read = (file: string): string => readFileSync(join('deploy', file), 'utf8')

const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  networks: z.array(z.string()),
})
const compose = z
  .looseObject({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.unknown()),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(read('compose.yaml'), { merge: true }))

test('every image has a version', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
  const images = Object.values(compose.services).map(({ image }) => image)
  for (const image of [...bases, ...images]) {
    expect(image).toMatch(/:(?:\d|\$\{TAMIS_VERSION)/)
    expect(image).not.toContain('latest')
  }
})

test('the image of Node is the one the project is built with', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(read('Dockerfile')).toContain(`FROM node:${devDependencies.node}-`)
})

test('the container runs as a user of its own, and says whether it is well', () => {
  const lines = read('Dockerfile').split('\n')
  const last = (word: string): number => lines.findLastIndex((line) => line.startsWith(word))
  expect(last('USER tamis')).toBeGreaterThan(last('FROM'))
  expect(last('ENTRYPOINT')).toBeGreaterThan(last('USER'))
  expect(last('HEALTHCHECK')).toBeGreaterThan(0)
})

test('what the image copies is made by the build, and is there', () => {
  const copied = [...read('Dockerfile').matchAll(/--from=build \/build\/(\S+)/g)]
  const names = copied.map(([, name = '']) => name)
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of names)
    expect(existsSync(name) || [...files, 'node_modules', 'dist'].includes(name)).toBe(true)
  expect(names).toEqual(expect.arrayContaining(['dist', 'assets', 'node_modules', 'package.json']))
})

test('services use networks and volumes that are declared', () => {
  for (const { networks, volumes } of Object.values(compose.services)) {
    for (const network of networks) expect(Object.keys(compose.networks)).toContain(network)
    for (const volume of volumes.filter((one) => !one.startsWith('.')))
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
  }
})

test('daemons differ in their home alone, and share memory', () => {
  const [one, two] = ['daemon-1', 'daemon-2'].map((name) => compose.services[name])
  expect({ ...one, volumes: [] }).toEqual({ ...two, volumes: [] })
  expect(one?.volumes[0]).not.toBe(two?.volumes[0])
  expect(one?.volumes[1]).toBe(two?.volumes[1])
})

test('secrets come from outside, and Postgres is not reached from there', () => {
  const secret = /PASSWORD|TOKEN|KEY|URL/
  for (const { environment } of Object.values(compose.services))
    for (const [name, value] of Object.entries(environment))
      if (secret.test(name)) expect(value).toMatch(/\$\{[A-Z_]+:[?-]/)
  expect(compose.services.postgres?.networks).toEqual(['inside'])
  expect(compose.networks.inside).toEqual({ internal: true })
})

test('every variable of ours is a setting', () => {
  const known = new Set(settings.flatMap(({ env }) => env))
  const used = Object.keys(compose.services['daemon-1']?.environment ?? {})
  for (const name of used) expect([...known]).toContain(name)
  const unit = [...read('tamis.service').matchAll(/TAMIS_[A-Z_]+/g)].map(([name]) => name)
  for (const name of unit) expect([...known, 'TAMIS_HOME']).toContain(name)
})

test('the proxy knows both daemons, streams, and lets a model think longer than we do', () => {
  const text = read('nginx.conf')
  for (const name of ['daemon-1', 'daemon-2']) expect(text).toContain(`server ${name}:8006`)
  expect(text).toContain('proxy_buffering off')
  const thinking = settings.find(({ key }) => key === 'proxy.headers_timeout_ms')?.defaultValue
  const waits = Number(/proxy_read_timeout (\d+)s/.exec(text)?.[1]) * 1000
  expect(waits).toBeGreaterThan(Number(thinking))
  expect(text).not.toMatch(/log_format.*\$http_/)
})

test('the proxy sends a second time only what calls nobody else’s tools', () => {
  const text = read('nginx.conf')
  const careful = /location ~ (\S+) \{/.exec(text)?.[1] ?? ''
  const isCareful = (path: string): boolean => new RegExp(careful).test(path)
  for (const path of ['/mcp', '/mcp/NAME', '/rpc', '/api/execute', '/api/mcp-gateway/x/rpc'])
    expect(isCareful(path), path).toBe(true)
  for (const path of ['/v1/messages', '/api/chat', '/api/prune', '/mcpx'])
    expect(isCareful(path), path).toBe(false)
  const [, carefully = ''] = text.split(`location ~ ${careful} {`)
  expect(carefully.slice(0, carefully.indexOf('}'))).not.toContain('non_idempotent')
  // Whoever is told that a daemon stops comes to another.
  const daemonsOf = (name: string): readonly string[] => {
    const [, block = ''] = text.split(`upstream ${name} {`)
    return [...block.slice(0, block.indexOf('}')).matchAll(/server (\S+):/g)].map(
      ([, one = '']) => one,
    )
  }
  expect(daemonsOf('elsewhere')).toEqual([...daemonsOf('tamis').slice(1), daemonsOf('tamis')[0]])
  expect(text).toContain('error_page 503 = @elsewhere')
})

test('the unit waits longer than a stop takes', () => {
  const stop = Number(/TimeoutStopSec=(\d+)/.exec(read('tamis.service'))?.[1]) * 1000
  const drain = settings.find(({ key }) => key === 'server.drain_timeout_ms')?.defaultValue
  expect(stop).toBeGreaterThan(Number(drain))
})
