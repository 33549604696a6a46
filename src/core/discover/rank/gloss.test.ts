import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'
import { stem } from '../../text/stem.ts'
import { glossFrench } from './gloss.ts'
import { readIntent } from './intent.ts'

const nothing = () => false

test.each([
  ['supprimer un fichier', 'delete file'],
  ["envoie un courriel à l'équipe", 'send email team'],
  ['change le mot de passe', 'change password'],
  ['prendre rendez-vous chez le dentiste', 'take appointment dentist'],
  ['ouvrir getUserName', 'open getUserName'],
  ['la grenouille', 'grenouille'],
])('%s is read as %s', (french, english) => {
  expect(glossFrench(french, nothing).text).toBe(english)
})

test('a word that the catalog has stays, and of several English words those it has', () => {
  const holds =
    (...terms: string[]) =>
    (term: string) =>
      terms.map((one) => stem(one)).includes(term)
  expect(glossFrench('lister le dossier', holds('directory')).text).toBe('list directory')
  expect(glossFrench('lister le dossier', holds('dossier', 'folder')).text).toBe('list dossier')
})

test('English intents are read as they were', () => {
  expect(readIntent('delete the file').text).toBe('delete the file')
})

test('a French intent finds an English tool, and a French tool as before', async () => {
  const { discovery } = setDiscovery({
    fs: {
      tools: [
        listedTool('remove_folder', 'Delete a folder and all it holds', ['path']),
        listedTool('write_file', 'Write a text to a file', ['path']),
        listedTool('meteo', 'Donner la météo du jour', ['ville']),
      ],
    },
  })
  const first = async (intent: string) => (await discovery.discover({ intent })).results[0]?.id
  expect(await first('supprimer un vieux dossier')).toBe('tool:fs:remove_folder')
  expect(await first('écrire du texte dans un fichier')).toBe('tool:fs:write_file')
  expect(await first('donner la météo de la ville')).toBe('tool:fs:meteo')
})
