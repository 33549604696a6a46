import type { JsonObject, ToolAnnotations } from '../../../ports/store/catalog.ts'

/** What the protocol takes a tool for that does not say: one that changes things may destroy them. */
export function mayDestroy({ isReadOnly, isDestructive }: ToolAnnotations): boolean {
  return isReadOnly !== true && isDestructive !== false
}

/** The hints of MCP, those that a tool leaves open as the protocol reads them. */
export function hintsOf(annotations: ToolAnnotations): JsonObject {
  const { isReadOnly, isIdempotent } = annotations
  return {
    readOnlyHint: isReadOnly ?? false,
    destructiveHint: mayDestroy(annotations),
    ...(isIdempotent === undefined ? {} : { idempotentHint: isIdempotent }),
  }
}
