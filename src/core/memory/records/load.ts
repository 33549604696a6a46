import type { z } from 'zod'
import { counted } from '../../../phrase.ts'
import type { MemoryFileName, MemoryFiles, MemoryLine } from '../../../ports/store/memories.ts'
import { message } from './message.ts'
import { check } from './records.ts'

/** A valid record and the line it came from. */
interface Stored<Value> {
  readonly record: Value
  readonly line: MemoryLine
}

interface Loaded<Value> {
  readonly isPresent: boolean
  readonly stored: readonly Stored<Value>[]
  readonly records: readonly Value[]
  /** What was passed over, and why. */
  readonly messages: readonly string[]
}

/** Faults named one by one; beyond these only their number is said. */
const namedFaults = 20

/** Reads a file and sets aside every line that is not a valid record; those lines stay in the file. */
export async function load<Value>(
  files: MemoryFiles,
  file: MemoryFileName,
  schema: z.ZodType<Value>,
  module: string,
): Promise<Loaded<Value>> {
  const snapshot = await files.read(file)
  const { stored, faults } = sortLines(snapshot.lines, schema)
  const named = faults
    .slice(0, namedFaults)
    .map((fault) => message(module, 'rejected', `${file}:${fault}`))
  if (faults.length > namedFaults)
    named.push(
      message(
        module,
        'rejected',
        String(
          counted(faults.length - namedFaults, '{2}: {1} more line', '{2}: {1} more lines', file),
        ),
      ),
    )
  if (snapshot.tornBytes > 0)
    named.push(
      message(
        module,
        'torn last line',
        String(
          counted(snapshot.tornBytes, '{2}: {1} byte set aside', '{2}: {1} bytes set aside', file),
        ),
      ),
    )
  const records = stored.map(({ record }) => record)
  return { isPresent: snapshot.isPresent, stored, records, messages: named }
}

/** Valid records apart from the rest, each fault as `<line number>: <reason>`. */
export function sortLines<Value>(
  lines: readonly MemoryLine[],
  schema: z.ZodType<Value>,
): { readonly stored: readonly Stored<Value>[]; readonly faults: readonly string[] } {
  const stored: Stored<Value>[] = []
  const faults: string[] = []
  for (const line of lines) {
    const checked =
      line.kind === 'record'
        ? check(schema, line.value)
        : { kind: 'rejected' as const, reason: line.reason }
    if (checked.kind === 'valid') stored.push({ record: checked.value, line })
    else faults.push(`${line.number}: ${checked.reason}`)
  }
  return { stored, faults }
}
