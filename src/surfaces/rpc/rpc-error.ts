/** An error as JSON-RPC 2.0 says it. */
export class RpcError extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}
