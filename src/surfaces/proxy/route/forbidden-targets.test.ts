import { expect, test } from 'vitest'
import { guardedLookup, isForbiddenHost } from '../../../network/addresses.ts'
import { targetFinder } from './target.ts'

const at = (baseUrl: string) => ({ openai: { wire: 'openai' as const, baseUrl } })
const settings = {
  upstreams: at('http://127.0.0.1:1/v1'),
  allowedTargets: ['http://model.example'],
}
const route = { upstream: 'openai' as const, path: '/v1/models' }

const forbidden = [
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '192.0.0.192',
  '0.0.0.0',
  '2852039166',
  'metadata',
  'metadata.google.internal',
  'METADATA.google.internal.',
  'instance-data',
]

test.each(forbidden)('%s is never asked, not even where the configuration allows it', (host) => {
  const { origin } = new URL(`http://${host}`)
  const find = targetFinder({ ...settings, allowedTargets: [origin] })
  const refused = expect.objectContaining({ code: 'upstream_forbidden' })
  expect(() => find(`http://${host}/latest`, route)).toThrow(refused)
  const configured = targetFinder({ ...settings, upstreams: at(`http://${host}/v1`) })
  expect(() => configured(undefined, route)).toThrow(refused)
})

test('a host that is allowed is asked', () => {
  const find = targetFinder(settings)
  expect(find('http://model.example/v1/', route)).toEqual({
    origin: 'http://model.example',
    basePath: '/v1',
  })
  expect(isForbiddenHost('127.0.0.1')).toBe(false)
})

test.each(['169.254.169.254', 'fe80::1', '::ffff:169.254.169.254'])(
  'a name that leads to %s is refused when it is looked up',
  async (address) => {
    // The resolver gives a literal address back as it is, as it would for a name that has it.
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) =>
      guardedLookup(address, {}, (refusal) => resolve(refusal)),
    )
    expect(error?.code).toBe('EADDRFORBIDDEN')
  },
)
