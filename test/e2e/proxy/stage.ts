import { type RunningDaemon, startTamis } from '../tamis.ts'
import { type Provider, startProvider } from './provider.ts'

export interface ProxyStage {
  readonly provider: Provider
  readonly tamis: RunningDaemon
  close(): Promise<void>
}

/** A daemon in front of a provider that speaks every format. */
export async function openProxyStage(
  env: Readonly<Record<string, string>> = {},
): Promise<ProxyStage> {
  const provider = await startProvider()
  const tamis = await startTamis({
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
      TAMIS_PROXY_UPSTREAMS_GEMINI: `${provider.url}/v1beta`,
      ...env,
    },
  })
  return {
    provider,
    tamis,
    async close() {
      await tamis.stop()
      await provider.close()
    },
  }
}
