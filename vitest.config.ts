import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/temporary-folder.ts',
    // A loaded machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Half of the time of an end-to-end test is waiting: two cores keep two of them busy.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
