import { expect, test } from 'vitest'
import { clinePlugin, opencodePlugin, piExtension } from './hook-plugins.ts'

const reach = { url: 'http://127.0.0.1:8006', home: '/h', command: 'tamis', isTokenNeeded: false }

// A program that finds no export loads the file and says nothing.
test.each([
  { program: 'opencode', file: opencodePlugin(reach), exported: 'Tamis' },
  { program: 'pi', file: piExtension(reach), exported: 'default' },
  { program: 'Cline', file: clinePlugin(reach), exported: 'default' },
])('what $program loads gives it $exported', async ({ file, exported }) => {
  const loaded: object = await import(`data:text/javascript,${encodeURIComponent(file)}`)
  expect(Object.keys(loaded)).toEqual([exported])
})
