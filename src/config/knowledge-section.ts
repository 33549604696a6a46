import { z } from 'zod'

/** What is ingested and from where. */
export const knowledgeSection = z.strictObject({
  roots: z
    .array(z.string())
    .default(['.'])
    .describe(
      'Folders that calls over HTTP and MCP may ingest files from. The command line may name any.',
    ),
  maxFileBytes: z
    .number()
    .int()
    .min(1024)
    .default(20 * 1024 * 1024)
    .describe('Larger files are passed over, with the reason `too_large`.'),
  staleAfterDays: z
    .number()
    .min(0)
    .default(30)
    .describe('Hits and citations of documents indexed longer ago than this are marked `stale`.'),
})

/** How questions are answered. */
export const ragSection = z.strictObject({
  scoreGate: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .describe('Questions of which the best passage says less than this are refused.'),
  promptTemplateVersion: z
    .string()
    .min(1)
    .default('rag-default-v1')
    .describe('Stamped on answers of one pass.'),
  maxAnswerTokens: z
    .number()
    .int()
    .min(16)
    .default(1024)
    .describe('Longest answer a model may write.'),
  verification: z
    .enum(['spans', 'entailment', 'none'])
    .default('spans')
    .describe(
      'How an answer is checked: `spans` looks for its numbers, names and quotations in the cited passages, `entailment` also asks a model, see `[nli]`.',
    ),
  fallBackToExtracts: z
    .boolean()
    .default(false)
    .describe('Quote the best sentences when the model cannot be reached, and say so.'),
})
