import { attack, guard, unit } from '../guard.ts'

const worker = 'src/adapters/quickjs/program-worker.mjs'
const threads = 'src/adapters/quickjs/sandbox.ts'
const running = 'src/core/discover/run/run-code.ts'
const admitting = 'src/core/discover/run/execute-code.ts'
const capabilities = 'src/core/discover/answer/code-capabilities.test.ts'
const forms = 'src/core/discover/run/parameterise.ts'
const contract = unit('src/adapters/quickjs/sandbox.test.ts')

/** What a script may do, and how long. */
export const sandboxGuards = [
  guard(
    'limit',
    'A script that computes without end is stopped',
    [threads, "() => stop('compute')", '() => undefined'],
    contract,
  ),
  guard(
    'limit',
    'A script that waits without end is stopped',
    [threads, "() => stop('time')", '() => undefined'],
    contract,
  ),
  guard(
    'limit',
    'A script has a limited memory',
    [worker, 'memoryLimit: limits.memoryBytes,', ''],
    contract,
  ),
  guard(
    'limit',
    'A script makes a limited number of calls',
    [worker, "if (calls > limits.calls) stop('calls')", "if (calls < 0) stop('calls')"],
    contract,
    attack('sandbox', '10,000 calls'),
  ),
  guard(
    'limit',
    'A script passes values of a limited size',
    [worker, 'json.length > limits.messageChars || isTooDeep(json)', 'isTooDeep(json)'],
    contract,
  ),
  guard(
    'limit',
    'The arguments of calls under way have a limited size together',
    [worker, 'waitingChars + json.length > mostWaitingChars', 'waitingChars < 0'],
    contract,
  ),
  guard(
    'limit',
    'A script that takes no answers in is not answered on and on',
    [threads, 'asked - taken >= mostOpen', 'asked < taken'],
    contract,
  ),
  guard(
    'limit',
    'A script returns values of a limited depth',
    [worker, 'isTooDeep(json) ? {', 'false ? {'],
    contract,
  ),
  guard(
    'limit',
    'A script logs and returns a limited number of characters',
    [worker, 'if (spokenChars <= limits.outputChars) return true', 'return true'],
    contract,
  ),
  guard(
    'limit',
    'An answer that is too long does not enter a script',
    [threads, 'json.length > limits.messageChars', 'json.length < 0'],
    contract,
  ),
  guard(
    'allow-list',
    'A script sees the time it is given and no other',
    [worker, 'BigInt(Math.trunc(now))', 'BigInt(Date.now())'],
    attack('sandbox', 'timing'),
    contract,
  ),
  guard(
    'limit',
    'A script has a limited number of calls under way',
    [running, 'if (running >= most) await', 'if (running < 0) await'],
    unit('src/core/discover/run/run-code.test.ts', 'at most eight'),
  ),
  guard(
    'quarantine',
    'Every call of a script passes the checks of a call without one',
    [admitting, 'checkTask(deps, tool, args, true, { confirm: isConfirmed })', ''],
    attack('sandbox', 'a destructive tool stops it'),
  ),
  guard(
    'quarantine',
    'A script that was refused a confirm goes no further',
    [running, '        stopping.abort()\n      }\n      return', '      }\n      return'],
    unit('src/core/discover/run/run-code.test.ts', 'a tool that needs a confirm'),
  ),
  guard(
    'owner',
    'What was learned from a script is shown to its caller alone',
    [
      'src/core/discover/catalog/owned.ts',
      "owner === (caller?.name ?? '')",
      "(caller?.name ?? '') !== undefined",
    ],
    unit(capabilities, 'nobody else sees it'),
  ),
  guard(
    'owner',
    'Runs of two callers teach no capability together',
    [
      'src/core/discover/past/mine-capabilities.ts',
      "`script ${script} of ${by ?? ''}`",
      '`script ${script} of `',
    ],
    unit(capabilities, 'runs of two callers are not added up'),
  ),
  guard(
    'owner',
    'A script that stopped for a confirm goes on for its own caller alone',
    [admitting, 'JSON.stringify([owner, given.code, args])', 'JSON.stringify([given.code, args])'],
    unit(capabilities, 'a run that was confirmed'),
  ),
  guard(
    'allow-list',
    'A confirm is for the tool that was asked about',
    [admitting, '(earlier?.asked.has(tool.id) ?? true)', 'true'],
    unit(capabilities, 'a run that was confirmed'),
  ),
  guard(
    'allow-list',
    'No value that a script was run with is kept',
    [forms, 'if (whole) return whole.isNamedBySchema ? undefined : whole.parameter', ''],
    unit('src/core/discover/run/parameterise.test.ts'),
  ),
  guard(
    'allow-list',
    'No part of a value that a script was run with is kept',
    [forms, 'return isPart || isSecret ?', 'return isSecret ?'],
    unit('src/core/discover/run/parameterise.test.ts'),
  ),
  guard(
    'allow-list',
    'Nothing that looks like a secret is kept of a script',
    [forms, 'return isPart || isSecret ?', 'return isPart ?'],
    unit('src/core/discover/run/parameterise.test.ts'),
  ),
]
