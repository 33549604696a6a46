import { expect, test } from 'vitest'
import { readAs } from './read-as.ts'

const diff = 'diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n'
const run = `$ pytest\n${'ok\n'.repeat(20)}Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: no\n`

test.each([
  { text: diff, form: 'diff', kinds: ['entry', 'entry'] },
  { text: run, path: 'run.log', form: 'logs', kinds: ['failure'] },
  { text: 'A page.\n\nIt has prose, and nothing else at all.\n', form: 'docs', kinds: [] },
  { text: 'a page', sourceType: 'code' as const, form: 'code', kinds: [] },
])('reads $form', ({ text, path, sourceType, form, kinds }) => {
  const read = readAs(text, sourceType, path)
  expect(read.form).toBe(form)
  expect(read.records.map(({ kind }) => kind)).toEqual(kinds)
})

test('names the lines of a record from 1', () => {
  const { records } = readAs(run, 'logs')
  expect(records).toEqual([{ start: 22, end: 25, kind: 'failure' }])
})
