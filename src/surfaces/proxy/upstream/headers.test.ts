import { describe, expect, test } from 'vitest'
import { requestHeaders, responseHeaders, setHeader } from './headers.ts'

describe('headers on their way', () => {
  test.each([
    { came: ['Host', 'x', 'X-Odd', 'a', 'x-odd', 'b'], goes: ['X-Odd', 'a', 'x-odd', 'b'] },
    { came: ['Connection', 'keep-alive', 'A', '1'], goes: ['A', '1'] },
    { came: ['X-Foo', '1', 'Connection', 'close, X-Foo', 'A', '1'], goes: ['A', '1'] },
    { came: ['Connection', 'x-foo', 'x-foo', '1', 'Connection', 'x-bar', 'x-bar', '1'], goes: [] },
    { came: ['Connection', 'x-foo', 'x-foo', '1', 'Connection', 'close'], goes: [] },
    {
      came: ['Content-Length', '3', 'Transfer-Encoding', 'chunked', 'Expect', '100-continue'],
      goes: [],
    },
    { came: ['x-tamis-bypass', '1', 'X-Target-Base-URL', 'http://a', 'A', '1'], goes: ['A', '1'] },
    { came: ['authorization', 'Bearer our-own-token-here', 'A', '1'], goes: ['A', '1'] },
  ])('$came reaches the provider as $goes', ({ came, goes }) => {
    expect(requestHeaders(came, 'our-own-token-here')).toEqual(goes)
  })

  test.each([
    {
      came: ['Retry-After', '7', 'x-request-id', 'r'],
      goes: ['Retry-After', '7', 'x-request-id', 'r'],
    },
    { came: ['content-length', '3', 'keep-alive', 'timeout=5'], goes: ['content-length', '3'] },
    {
      came: ['connection', 'x-hop', 'x-hop', '1', 'x-a', 'a', 'x-a', 'b'],
      goes: ['x-a', 'a', 'x-a', 'b'],
    },
    { came: ['connection', 'x-hop', 'connection', 'x-two', 'x-hop', '1', 'x-two', '1'], goes: [] },
    { came: ['X-Tamis-Masked', '9', 'x-tamis-warning', 'none', 'A', '1'], goes: ['A', '1'] },
    { came: ['Set-Cookie', 'a=b; Path=/', 'Clear-Site-Data', '"*"', 'A', '1'], goes: ['A', '1'] },
    {
      came: ['Access-Control-Allow-Origin', '*', 'access-control-allow-credentials', 'true'],
      goes: [],
    },
    { came: ['strict-transport-security', 'max-age=9', 'service-worker-allowed', '/'], goes: [] },
  ])('$came reaches the client as $goes', ({ came, goes }) => {
    expect(responseHeaders(came)).toEqual(goes)
  })

  test('one is replaced whatever its case, or added', () => {
    const headers = ['TraceParent', 'old']
    setHeader(headers, 'traceparent', 'new')
    setHeader(headers, 'x-more', '1')
    expect(headers).toEqual(['TraceParent', 'new', 'x-more', '1'])
  })
})
