import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './daemon-listen.ts'

test('says the port that was found, and of a taken one to choose another', async () => {
  const [first, second] = [createServer(), createServer()]
  onTestFinished(() => void first.close())
  const port = await listen(first, { host: '127.0.0.1', port: 0 })
  expect(port).toBeGreaterThan(0)
  await expect(listen(second, { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'address_unavailable',
    message: `Port ${port} on 127.0.0.1 is taken`,
    hint: expect.stringContaining('--port'),
  })
})

test('says of an address that this machine does not have to choose another', async () => {
  const address = { host: '192.0.2.1', port: 0 }
  await expect(listen(createServer(), address)).rejects.toMatchObject({
    message: 'Cannot listen on 192.0.2.1:0 (EADDRNOTAVAIL)',
    hint: expect.stringContaining('--host'),
  })
})
