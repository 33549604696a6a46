import { type DiscoveryStage, listedTool, setDiscovery } from './discovery-stage.ts'

const task = (id: string, tool: string, dependsOn: string[] = [], args: object = {}) => ({
  id,
  tool,
  dependsOn,
  arguments: { ...args },
})

/** The catalog of the contract's examples: sales analysis, CSV to JSON, and the tools they use. */
export async function setSalesCatalog(): Promise<DiscoveryStage> {
  const stage = setDiscovery({
    db: {
      tools: [listedTool('query', 'Exécuter une requête SQL', ['sql'])],
      call: () => ({ rows: [1, 2] }),
    },
    data: {
      tools: [
        listedTool('groupBy', 'Group rows by a column', ['rows', 'column?']),
        listedTool('sum', 'Sum a column', ['rows', 'column?']),
        listedTool('parse', 'Convertir un fichier CSV', ['csv']),
        listedTool('validate', 'Valider des données', ['json']),
      ],
      call: (_tool, args) => args,
    },
    chart: {
      tools: [
        listedTool('bar', 'Draw a bar chart', ['aggregatedData']),
        listedTool('pie', 'Draw a pie chart', ['aggregatedData']),
      ],
      call: (tool) => ({ chart: tool }),
    },
    pdf: {
      tools: [listedTool('generate', 'Write a PDF', ['chart'])],
      call: () => ({ file: 'a.pdf' }),
    },
    cache: { tools: [listedTool('get', 'Read a value from a cache', ['key'])] },
    http: { tools: [listedTool('fetch', 'Fetch a web page by URL', ['url'])] },
    web: { tools: [listedTool('fetch_page', 'Fetch a web page by URL', ['url'])] },
    files: { tools: [listedTool('read_json', 'Lire et manipuler des fichiers JSON', ['path'])] },
  })
  await stage.discovery.discover({ intent: 'anything' })
  await stage.discovery.capabilities.register({
    name: 'sales-analysis',
    intent: 'Analyse complète des ventes avec visualisation',
    outputs: ['pdfReport', 'chartData'],
    tags: ['ventes'],
    dag: {
      tasks: [
        task('fetch', 'db:query', [], { sql: { $ref: '$input.dateRange' } }),
        task('group', 'data:groupBy', ['fetch'], { rows: { $ref: '$input.regionFilter' } }),
        task('total', 'data:sum', ['fetch'], { rows: { $ref: '$input.regionFilter' } }),
        task('bars', 'chart:bar', ['group', 'total'], { aggregatedData: { $ref: 'group.rows' } }),
        task('pies', 'chart:pie', ['group', 'total'], { aggregatedData: { $ref: 'total.rows' } }),
        task('report', 'pdf:generate', ['bars', 'pies'], { chart: { $ref: 'bars.chart' } }),
      ],
    },
  })
  await stage.discovery.capabilities.register({
    name: 'csv-to-json',
    intent: 'Convertir CSV en JSON avec validation',
    code: 'export const csvToJson = (csv) => validate(parse(csv))',
    dag: {
      tasks: [
        task('parse', 'data:parse', [], { csv: { $ref: '$input.csv' } }),
        task('check', 'data:validate', ['parse'], { json: { $ref: 'parse.csv' } }),
      ],
    },
  })
  return stage
}
