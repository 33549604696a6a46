import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate and its key, as PEM. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

/** A certificate that signs itself, for one host, made when it is asked for: no key lies in the tree. */
export function selfSigned(host: string, from: Date, until: Date): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(0x30, der(0x31, der(0x30, objectId(commonName), der(0x0c, Buffer.from(host)))))
  const algorithm = der(0x30, objectId(ecdsaWithSha256))
  const names = der(0x30, der(0x82, Buffer.from(host)))
  const extension = der(0x30, objectId(subjectAltName), der(0x04, names))
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    der(0x30, time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey))
  const lines =
    der(0x30, body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  const label = (word: string): string => `-----${word} CERTIFICATE-----`
  return {
    cert: [label('BEGIN'), ...lines, label('END'), ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const commonName = [0x55, 0x04, 0x03]
const subjectAltName = [0x55, 0x1d, 0x11]
const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]

function objectId(bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes))
}

function time(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
}

/** A value of ASN.1 with its tag and length. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
