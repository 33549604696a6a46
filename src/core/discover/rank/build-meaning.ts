import type { BuildMeaning } from './meaning.ts'
import { buildTextMeaning } from './text-meaning.ts'
import { buildWordMeaning } from './word-meaning.ts'

/** Embeds the catalog as suits the embedder. */
export const buildMeaning: BuildMeaning = (embedder, ...catalog) =>
  embedder.reads === 'texts'
    ? buildTextMeaning(embedder, ...catalog)
    : buildWordMeaning(embedder, ...catalog)
