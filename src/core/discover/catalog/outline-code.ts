import type { CatalogTool, Dag } from '../../../ports/store/catalog.ts'
import { toolIdOfCode } from './code-names.ts'

const called =
  /\btools\s*(?:\.\s*([\w$]+)|\[\s*['"]([^'"\]\n]{1,200})['"]\s*\])\s*(?:\.\s*([\w$]+)|\[\s*['"]([^'"\]\n]{1,200})['"]\s*\])\s*\(/g

/** The tools that code names, in the order it names them: what is known of it before it has run. */
export function outlineCode(code: string, tools: ReadonlyMap<string, CatalogTool>): Dag {
  const ids = new Set<string>()
  for (const [, server, quotedServer, tool, quotedTool] of code.matchAll(called)) {
    const id = toolIdOfCode(tools.values(), server ?? quotedServer ?? '', tool ?? quotedTool ?? '')
    if (id !== undefined) ids.add(id)
  }
  return {
    tasks: [...ids].map((tool, at) => ({
      id: `t${at + 1}`,
      tool,
      arguments: requiredInputs(tools.get(tool)),
      dependsOn: at === 0 ? [] : [`t${at}`],
    })),
  }
}

/** The names that code reads from its `input`. */
export function inputsOfCode(code: string): readonly string[] {
  const names = [...code.matchAll(/\binput\s*(?:\?\.|\.)\s*([A-Za-z_$][\w$]*)/g)].map(
    ([, name = '']) => name,
  )
  const taken = [...code.matchAll(/\{([\w$\s,:='"]{1,1000})\}\s*=\s*input\b/g)].flatMap(
    ([, list = '']) => list.split(',').map((part) => part.trim().match(/^[\w$]+/)?.[0] ?? ''),
  )
  return [...new Set([...names, ...taken])].filter((name) => name !== '')
}

/** Each required parameter of a tool as an input of the workflow. */
export function requiredInputs(tool: CatalogTool | undefined): Dag['tasks'][number]['arguments'] {
  const required = Array.isArray(tool?.inputSchema.required) ? tool.inputSchema.required : []
  return Object.fromEntries(
    required
      .filter((name) => typeof name === 'string')
      .map((name) => [name, { $ref: `$input.${name}` }]),
  )
}
