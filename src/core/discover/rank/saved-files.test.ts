import { expect, test } from 'vitest'
import { toolEntry } from '../catalog/entries.ts'
import { readIntent } from './intent.ts'
import { rank } from './rank.ts'
import { buildSearchIndex } from './search-index.ts'

test.each([
  { intent: 'Summarise the trial and save it to /notes/trial.md', saves: true },
  { intent: 'Write a tutorial in markdown at /notes/start.md.', saves: true },
  { intent: 'Compare the offers, saved as offers.csv', saves: true },
  { intent: 'Put the result into results.json', saves: true },
  { intent: 'Create a list of them in a file called /notes/list.txt', saves: true },
  { intent: 'Enregistre le résumé dans le fichier /notes/resume.md', saves: true },
  { intent: 'Create a chart from /data/sales/june.csv', saves: false },
  { intent: 'Make a summary of the diagram stored at /documents/plans/flow.json', saves: false },
  { intent: 'Read the paper in /papers/trees.txt', saves: false },
  { intent: 'Write a letter. What is in /notes/trial.md?', saves: false },
  { intent: 'Write a report and save it to /notes/report.docx', saves: false },
  { intent: 'Save the population of every city to the database', saves: false },
])('"$intent" saves a file: $saves', ({ intent, saves }) => {
  expect(readIntent(intent).savesFile).toBe(saves)
})

const tools = {
  read_encyclopedia: 'Read an article of the encyclopedia',
  list_encyclopedia: 'List articles of the encyclopedia by subject',
  link_encyclopedia: 'Links of an article of the encyclopedia',
  read_file: 'Read a file from disk',
  write_file: 'Put text on the disk',
  create_ticket: 'Open a new ticket',
}

test('who wants something saved under a path is shown the tool that writes files', () => {
  const index = buildSearchIndex(
    Object.entries(tools).map(([name, description]) =>
      toolEntry(
        {
          ...{ id: `tool:x:${name}`, server: 'x', name, description, inputSchema: {} },
          ...{ annotations: {}, tags: [], examples: [], schemaHash: '', textHash: '' },
          ...{ state: 'active', findings: [] },
        },
        '',
      ),
    ),
  )
  const placeOf = (intent: string): number =>
    rank({ index, intent: readIntent(intent) }, 6)
      .map(({ entry }) => index.entries[entry]?.id)
      .indexOf('tool:x:write_file')
  const asked = 'Sum up the article of the encyclopedia on volcanoes'
  expect(placeOf(`${asked} from /notes/volcanoes.md`)).not.toBe(0)
  expect(placeOf(`${asked} and save it to /notes/volcanoes.md`)).toBeLessThanOrEqual(1)
})
