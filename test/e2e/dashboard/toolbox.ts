import type { Stage, UpstreamTool } from './stage.ts'

const text = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names.slice(0, 1),
})

/** What the upstreams of a small team offer. */
export const toolbox: Readonly<Record<string, readonly UpstreamTool[]>> = {
  db: [
    {
      name: 'query',
      description: 'Run a read-only SQL query and return its rows.',
      inputSchema: text('sql', 'params'),
    },
    { name: 'explain', description: 'Explain the plan of a SQL query.', inputSchema: text('sql') },
    {
      name: 'list_tables',
      description: 'List the tables of the database with their columns.',
      inputSchema: text('schema'),
    },
  ],
  files: [
    {
      name: 'read_file',
      description: 'Read a file of the project as text.',
      inputSchema: text('path'),
    },
    {
      name: 'search_files',
      description: 'Search the files of the project for a pattern.',
      inputSchema: text('pattern', 'path'),
    },
    {
      name: 'write_file',
      description: 'Write a text to a file of the project.',
      inputSchema: text('path', 'content'),
    },
  ],
  charts: [
    {
      name: 'render_chart',
      description: 'Draw a line or bar chart from rows.',
      inputSchema: text('rows', 'kind'),
    },
    {
      name: 'export_pdf',
      description: 'Export a page with charts as a PDF.',
      inputSchema: text('page'),
    },
  ],
  mail: [
    {
      name: 'send_mail',
      description: 'Send an e-mail with attachments.',
      inputSchema: text('to', 'subject', 'attachment'),
    },
    {
      name: 'search_mail',
      description: 'Search the mailbox by words, sender or date.',
      inputSchema: text('words'),
    },
  ],
}

/** Runs that happened before, and a workflow worth keeping. */
export async function useToolbox({ post }: Stage): Promise<void> {
  const runs: readonly (readonly [string, readonly string[]])[] = [
    [
      'mail the weekly sales report',
      [
        'tool:db:query',
        'tool:charts:render_chart',
        'tool:charts:export_pdf',
        'tool:mail:send_mail',
      ],
    ],
    ['draw sales by month', ['tool:db:query', 'tool:charts:render_chart']],
    ['find slow queries', ['tool:db:list_tables', 'tool:db:explain', 'tool:db:query']],
    [
      'export the churn chart',
      ['tool:db:query', 'tool:charts:render_chart', 'tool:charts:export_pdf'],
    ],
  ]
  await post('catalog.list', {})
  for (const [at, [intent, tools]] of [...runs, ...runs, ...runs].entries())
    await post('trace.record', { intent, tools, success: true, duration_ms: 800 + 40 * at })
  await post('capabilities.register', {
    name: 'weekly-report',
    intent: 'Mail the weekly sales report with its charts',
    dag: {
      tasks: [
        { id: 'sales', tool: 'tool:db:query', arguments: { sql: 'select * from sales' } },
        { id: 'targets', tool: 'tool:db:query', arguments: { sql: 'select * from targets' } },
        {
          id: 'chart',
          tool: 'tool:charts:render_chart',
          arguments: { rows: { $ref: 'sales.rows' } },
          dependsOn: ['sales', 'targets'],
        },
        {
          id: 'pdf',
          tool: 'tool:charts:export_pdf',
          arguments: { page: { $ref: 'chart.page' } },
          dependsOn: ['chart'],
        },
        {
          id: 'mail',
          tool: 'tool:mail:send_mail',
          arguments: { to: 'sales@example.org', attachment: { $ref: 'pdf.file' } },
          dependsOn: ['pdf'],
        },
      ],
    },
  })
}
