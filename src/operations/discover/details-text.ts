import type { Say } from '../../core/text/say.ts'
import type { Details } from '../../engine.ts'
import { toPage } from '../page.ts'
import { toColumns } from '../table.ts'

/** A tool, capability or skill as a page: what it is, what it takes, how it runs, how it went. */
export function detailsText(details: Details, say: Say): string {
  const { id, type, intent, description, examples = [], files = [], summary } = details
  const dag = details.source?.dagStructure ?? details.reconstructedDAG
  const sections = [
    toPage(
      [
        ['id', id],
        ['type', type],
        ['what it does', description ?? intent],
        ['runs', summary.usageCount],
        ['examples', examples.join('\n')],
        ['files', files.join(', ')],
        ['missing', details.missing?.join(', ')],
      ],
      say,
    ),
    parameterTable(details.fullSchema, say),
    dag &&
      toColumns(
        ['step', 'tool', 'after'],
        dag.tasks.map((task) => [task.id, task.tool, task.dependsOn.join(', ')]),
        say,
      ),
    details.source?.code,
    details.instructions,
    runTable(details, say),
  ]
  return sections.filter((section) => section !== undefined && section !== '').join('\n\n')
}

function parameterTable(schema: Details['fullSchema'], say: Say): string | undefined {
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, unknown>)
  const required = Array.isArray(schema?.required) ? schema.required : []
  if (properties.length === 0) return undefined
  return toColumns(
    ['parameter', 'type', 'needed', 'meaning'],
    properties.map(([name, value]) => {
      const { type = '', description = '' } = (value ?? {}) as Record<string, unknown>
      const kind = Array.isArray(type) ? type.join(' | ') : String(type)
      return [
        name,
        kind,
        required.includes(name) ? '*' : '',
        String(description).split('\n')[0] ?? '',
      ]
    }),
    say,
  )
}

function runTable({ invocationHistory = [] }: Details, say: Say): string | undefined {
  if (invocationHistory.length === 0) return undefined
  return toColumns(
    ['run', 'ended', 'for'],
    invocationHistory.map(({ at, success, intent }) => [
      ...[at.slice(0, 16).replace('T', ' '), success ? say('well') : say('failed'), intent],
    ]),
    say,
  )
}
