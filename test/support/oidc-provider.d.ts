/** What the tests use of the package, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface FoundToken {
    readonly accountId?: string
    readonly clientId: string
    readonly aud: string
    readonly scope?: string
    readonly isExpired: boolean
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      readonly params: Readonly<Record<string, unknown>>
      readonly prompt: { readonly name: string }
      readonly session?: { readonly accountId: string }
    }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: object,
    ): Promise<void>
    readonly Grant: new (facts: {
      accountId: string
      clientId: string
    }) => {
      addOIDCScope(scope: string): void
      addResourceScope(resource: string, scope: string): void
      save(): Promise<string>
    }
    readonly AccessToken: { find(value: string): Promise<FoundToken | undefined> }
    readonly ClientCredentials: { find(value: string): Promise<FoundToken | undefined> }
  }
}
