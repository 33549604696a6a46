import { connect } from 'node:net'

/** Sends exactly these bytes and gives back everything until the server closes or `until` is seen. */
export function sendRaw(port: number, bytes: string | Buffer, until = /\r\n\r\n/): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      answer += chunk
      if (until.test(answer)) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

/** The status of a raw answer. */
export function statusOf(answer: string): number {
  return Number(answer.match(/^HTTP\/1\.1 (\d+)/)?.[1])
}
