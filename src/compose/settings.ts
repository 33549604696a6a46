import type { LoadedConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import { toSnake } from '../config/settings.ts'
import { defaultNamespace, defaultPlaceholder, type EngineSettings, maskModes } from '../engine.ts'
import { knowledgeSettings, namedSources } from './knowledge.ts'

/** The configuration as the engine reads it, but for what may change while it runs. */
export function engineSettings(
  loaded: Pick<LoadedConfig, 'config' | 'file'>,
  version: string,
  namespace: string,
): Omit<EngineSettings, 'gateway'> {
  const { config } = loaded
  const { server, prune, store, memory, proxy } = config
  // Folders of this machine are its user's, not those of everyone with a token.
  const sources = namespace === defaultNamespace ? namedSources(loaded) : []
  return {
    namespace,
    version,
    knowledge: { ...knowledgeSettings(config), sources },
    memory: { promoteOn: memory.promoteOn },
    prune: {
      maxInputChars: prune.maxInputChars,
      ttlMs: prune.pruneIdTtlS * 1000,
      usdPerMillionTokens: prune.usdPerMillionTokens,
      locale: server.locale,
    },
    mask: maskSettings(config),
    prices: proxy.prices,
    store: {
      maxBytes: store.maxBytes,
      ledgerTtlMs: store.ledgerTtlS * 1000,
      tokenGraceMs: store.tokenGraceS * 1000,
      maxTraces: store.maxTraces,
      sweepEveryMs: store.sweepEveryS * 1000,
    },
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** The configuration writes settings in camel case, the masking contract in snake case. */
export function maskSettings({ mask, proxy, prune, server }: Config): EngineSettings['mask'] {
  const {
    echo,
    mode,
    omissionFiles: _,
    omissionFilesMaxBytes: __,
    pruneResults,
    pruneMinTokens,
    hookOriginalsDays,
    serverEdits,
    serverEditsTriggerTokens: triggerTokens,
    serverEditsKeep: keepToolUses,
    serverEditsClearAtLeastTokens: clearAtLeastTokens,
    serverEditsExcludeTools: excludeTools,
    protectAfterRecoveries,
    ...policy
  } = mask
  return {
    modePolicy: maskModes[mode].policy,
    policy: {
      // A locale that somebody set names the sentence, unless somebody wrote one.
      ...(server.locale ? { placeholder_template: defaultPlaceholder[server.locale] } : {}),
      ...Object.fromEntries(
        Object.entries(policy)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [toSnake(name), value]),
      ),
    },
    ttlMs: prune.pruneIdTtlS * 1000,
    echo,
    locale: server.locale ?? 'en',
    isRewriting: maskModes[mode].isRewriting,
    payback: maskModes[mode].payback,
    idleInputChars: mask.clearInputsMinChars ?? maskModes[mode].idleInputChars,
    hasSentence: [
      mask.placeholderTemplate,
      mask.previewHeadChars,
      mask.previewTailChars,
      mask.showExitCode,
    ].some((asked) => asked !== undefined),
    pruneMinChars: pruneResults ? pruneMinTokens * 4 : undefined,
    hookTtlMs: hookOriginalsDays === 0 ? undefined : hookOriginalsDays * dayMs,
    isServerEditing: serverEdits,
    serverEdits: { triggerTokens, keepToolUses, clearAtLeastTokens, excludeTools },
    isRepairing: proxy.repair,
    protectAfterRecoveries,
  }
}
