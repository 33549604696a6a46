import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** What drives outside things: databases, model servers, sandboxes, files. */
const adapters = [
  'src/adapters/**/*.test.ts',
  'src/network/**/*.test.ts',
  'src/compose/**/*.test.ts',
]
/** What starts the program: daemons, browsers, attackers, machines that fail. */
const endToEnd = ['e2e', 'faults', 'attacks', 'conformance', 'fuzz'].map(
  (name) => `test/${name}/**/*.test.ts`,
)
/** What starts programs is asked once more when it fails: a machine may stall for seconds. */
const retry = 1
const slow = ['test/dependencies.test.ts', 'test/retained-memory.test.ts']

export default defineConfig({
  test: {
    globalSetup: 'test/support/temporary-folder.ts',
    // A loaded machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // An end-to-end test waits for a third of its time: one more than there are cores keeps all busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...adapters, ...endToEnd, ...slow],
          // Pure functions leave nothing behind: one process serves many files.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'adapters', include: adapters, retry } },
      { extends: true, test: { name: 'e2e', include: [...endToEnd, ...slow], retry } },
    ],
  },
})
