import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { AskedClient } from '../../../ports/asked-client.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import { sanitizeText } from '../catalog/sanitize.ts'
import type { Admission, Consent } from './admission.ts'
import type { Verdict } from './policy.ts'

/** A call that is about to be made, and who stands behind it. */
interface IntendedCall {
  readonly caller: Caller | undefined
  readonly client: AskedClient | undefined
  readonly signal: AbortSignal
}

/** Whether the person behind a client can be shown a question. */
export function canAskPerson(client: AskedClient | undefined): client is AskedClient {
  const elicitation = client?.capabilities.elicitation
  if (typeof elicitation !== 'object' || elicitation === null) return false
  return 'form' in elicitation || !('url' in elicitation)
}

/**
 * Throws where a call may not be made. One that needs a confirm is put to the person, where the client
 * can: there nobody else confirms, whatever the model says.
 */
export async function admitCall(
  admission: Admission,
  tool: CatalogTool,
  args: JsonObject,
  consent: Consent,
  { caller, client, signal }: IntendedCall,
): Promise<Verdict> {
  if (!canAskPerson(client)) return admission.checkCall(caller, tool, args, consent)
  const verdict = admission.checkCall(caller, tool, args, 'given')
  const isLeftToClient = consent === 'left-to-client' && verdict.by !== 'rule'
  if (verdict.effect === 'confirm' && !isLeftToClient)
    await askPerson(client, tool, args, verdict.why, signal)
  return verdict
}

const longestArguments = 2000

async function askPerson(
  client: AskedClient,
  tool: CatalogTool,
  args: JsonObject,
  why: string,
  signal: AbortSignal,
): Promise<void> {
  const written = sanitizeText(JSON.stringify(args)).text
  const shown =
    written.length > longestArguments
      ? `${written.slice(0, longestArguments)}… (${written.length} characters)`
      : written
  const { action } = await client.ask(
    'elicitation/create',
    {
      mode: 'form',
      message: `Run ${tool.id}? It needs your consent: ${why}. Arguments: ${shown}`,
      requestedSchema: { type: 'object', properties: {} },
    },
    signal,
  )
  if (action === 'accept') return
  throw new EngineError('confirm_declined', phrase`The user did not agree to run ${tool.id}`, {
    hint: 'Do not try again unless the user asks for it.',
    details: { id: tool.id },
  })
}

/** A client that is told which server asks: to it, all of them are Tamis. */
export function withServerNamed(client: AskedClient, server: string): AskedClient {
  return {
    ...client,
    ask: (method, params, signal) =>
      client.ask(
        method,
        typeof params.message === 'string'
          ? { ...params, message: `${server}: ${sanitizeText(params.message).text}` }
          : params,
        signal,
      ),
  }
}
