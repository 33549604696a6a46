import { e2e, guard, unit } from '../guard.ts'

const folder = 'src/core/discover/gateway'
const policy = `${folder}/policy.ts`
const admission = `${folder}/admission.ts`
const matrix = unit(`${folder}/policy-matrix.test.ts`)

/** Who may use what of the upstreams, at every door. */
export const policyGuards = [
  guard(
    'digest',
    'Only what was shown is approved',
    [`${folder}/upstreams.ts`, 'if (shown !== now)', 'if (false)'],
    unit(`${folder}/approve.test.ts`),
  ),
  guard(
    'quarantine',
    'What waits for approval is denied',
    [
      policy,
      "if (isWaiting) return { effect: 'deny', by: 'approval', why: 'it waits for approval' }",
      '',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A rule that names tokens is about those tokens alone',
    [
      policy,
      'return caller !== undefined && tokens.some((pattern) => matchesGlob(pattern, tokenName(caller)))',
      'return true',
    ],
    matrix,
  ),
  guard(
    'owner',
    'A token of one namespace is not taken for its namesake of another',
    [
      policy,
      `return namespace === defaultNamespace ? name : \`\${namespace}/\${name}\``,
      `return namespace === '' ? defaultNamespace : name`,
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A rule that names tools says nothing of resources and prompts',
    [
      policy,
      'if (tools && !(name !== undefined && tools.some((pattern) => matchesGlob(pattern, name))))',
      'if (tools && name !== undefined && !tools.some((pattern) => matchesGlob(pattern, name)))',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A strict policy asks before tools that do not say they are harmless',
    [policy, 'if (isStrict && mayDestroy(annotations))', 'if (!isStrict && !mayDestroy({}))'],
    matrix,
  ),
  guard(
    'allow-list',
    'A tool that says it may destroy asks first',
    [policy, 'if (saysSo) return', 'if (saysSo && isStrict) return'],
    matrix,
    e2e('gateway', 'asks before destruction'),
  ),
  guard(
    'quarantine',
    'No door calls a tool that waits for approval',
    [
      admission,
      'const tool = [...tools.values()].find(isMeant)',
      'const tool = [...tools.values(), ...everyTool.values()].find(isMeant)',
    ],
    matrix,
    e2e('relay', 'a server that waits for approval'),
  ),
  guard(
    'allow-list',
    'A workflow runs no tool that is denied',
    [
      admission,
      "if (effect === 'deny') throw denied(tool.id, why)\n      const isAsked",
      'const isAsked',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A rule that asks for a confirm does so at every door',
    [admission, "(consent === 'left-to-client' && by === 'rule')", "consent !== 'left-to-client'"],
    matrix,
  ),
  guard(
    'allow-list',
    'Nothing runs before somebody agreed',
    [admission, "if (effect === 'confirm' && isAsked) throw", 'if (!effect && isAsked) throw'],
    matrix,
  ),
  guard(
    'limit',
    'Arguments are no longer than their rule says',
    [admission, 'JSON.stringify(args).length > most', 'most < 0'],
    matrix,
  ),
  guard(
    'limit',
    'A tool is called no more often than its rule says',
    [admission, 'if (waitMs > 0) throw', 'if (waitMs < 0) throw'],
    matrix,
  ),
  guard(
    'limit',
    'Calls of workflows and of the transparent profile are counted',
    [`${folder}/call-upstream.ts`, 'admission.countCall(caller, tool)', ''],
    matrix,
  ),
  guard(
    'limit',
    'Calls through a relay are counted',
    [`${folder}/relay.ts`, 'admission.countCall(caller, tool)', ''],
    matrix,
  ),
  guard(
    'quarantine',
    'A server that waits for approval is asked nothing but harmless questions',
    [admission, 'if (isWaiting) throw waiting(server, server)', 'if (isWaiting) return'],
    matrix,
    e2e('relay', 'a server that waits for approval'),
  ),
  guard(
    'allow-list',
    'A server that is denied is asked for nothing',
    [admission, 'if (!(isReached && harmless.includes(method))) throw', 'if (!server) throw'],
    matrix,
  ),
  guard(
    'quarantine',
    'Requests that are no tool calls go through policy before they are forwarded',
    [`${folder}/forwarding.ts`, 'await admission.checkRequest(caller, server, method)', ''],
    matrix,
  ),
  guard(
    'quarantine',
    'Requests that are no tool calls go through policy before they are relayed',
    [
      `${folder}/relay.ts`,
      "if (method !== 'tools/call') return admission.checkRequest(caller, server, method)",
      "if (method !== 'tools/call') return",
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A relay calls only tools that policy allows',
    [
      `${folder}/relay.ts`,
      "const verdict = admission.checkCall(caller, tool, asObject(args), 'left-to-client')",
      'const verdict = admission.verdictOn(caller, tool)',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A relay lists only tools that policy allows',
    [
      `${folder}/relay.ts`,
      'approved.filter(([, tool]) => admission.shows(caller, tool))',
      'approved',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'The transparent profile has only tools that policy allows',
    [
      `${folder}/forwarding.ts`,
      'isSeen(tool) && admission.shows(caller, tool)\n  return',
      'isSeen(tool)\n  return',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A forwarded list has only tools that policy allows',
    [
      `${folder}/forwarding.ts`,
      '.filter((tool) => tool.server === server && isSeen(tool) && admission.shows(caller, tool))',
      '.filter((tool) => tool.server === server && isSeen(tool))',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A search finds only tools that policy allows',
    ['src/core/discover/answer/find.ts', 'if (!isShown(entry)) return false', ''],
    matrix,
  ),
  guard(
    'allow-list',
    'Details are shown only to those who may call',
    [
      'src/core/discover/discovery.ts',
      'const isShown = (await reach.shownTo(caller, client)) ?? (() => true)\n      if (!isShown({ id }))',
      'const isShown = (_: object) => true\n      if (!isShown({ id }))',
    ],
    matrix,
  ),
  guard(
    'quarantine',
    'Tools that only a session saw are shown where their server is trusted',
    [
      `${folder}/relay.ts`,
      'if (records.get(server)?.isQuarantined === false)',
      'if (records.get(server) !== null)',
    ],
    unit(`${folder}/seen-tools.test.ts`),
  ),
  guard(
    'allow-list',
    'A skill is shown only to those who may use its server',
    [
      `${folder}/shown-entries.ts`,
      'if (skill) return admission.shows(caller, readOnce(skill))',
      'if (skill) return true',
    ],
    unit('src/core/discover/catalog/skills.test.ts'),
  ),
  guard(
    'quarantine',
    'Skills of a server that waits for approval are not there',
    [
      'src/core/discover/catalog/holdings.ts',
      'isQuarantined || !configured.has(name) ? [] : skills',
      'skills',
    ],
    unit('src/core/discover/catalog/skills.test.ts'),
  ),
  guard(
    'digest',
    'A skill is the text that its server listed',
    [
      'src/core/discover/catalog/skills.ts',
      'if (skill.digest !== undefined && digest(text) !== skill.digest) throw otherSkill(skill)',
      '',
    ],
    unit('src/core/discover/catalog/skills.test.ts'),
  ),
  guard(
    'path',
    'Only skills that were listed are read from folders',
    [
      'src/adapters/skill-folders/skill-folders.ts',
      'return path === undefined ? undefined : readText(path)',
      "return readText(path ?? uri.replace('skill://', ''))",
    ],
    unit('src/adapters/skill-folders/skill-folders.test.ts'),
  ),
  guard(
    'owner',
    'Words that came with a token name no capability',
    [
      'src/core/discover/past/mine-capabilities.ts',
      'if (runs.some(({ by }) => by !== undefined)) return []',
      '',
    ],
    unit('src/core/discover/past/visitors.test.ts'),
  ),
  guard(
    'owner',
    'What one token searched for says nothing of what another runs',
    [
      'src/core/discover/past/visitors.ts',
      '[caller?.name, caller?.tokenId, source, session]',
      '[source, session]',
    ],
    unit('src/core/discover/past/visitors.test.ts', 'of two tokens of a namespace'),
  ),
  guard(
    'owner',
    'A token made anew under a name has searched for nothing yet',
    ['src/core/discover/past/visitors.ts', 'caller?.name, caller?.tokenId, ', 'caller?.name, '],
    unit('src/core/discover/past/visitors.test.ts', 'of two tokens of a namespace'),
  ),
  guard(
    'owner',
    'Without sessions, calls behind which two intents stand make no workflow',
    [
      'src/core/discover/past/visitors.ts',
      'if (visitor.session === undefined && !haveOneIntent(calls)) return undefined',
      '',
    ],
    unit('src/core/discover/past/visitors.test.ts'),
  ),
  guard(
    'allow-list',
    'A workflow is shown only to those who may call all of its tools',
    [
      `${folder}/shown-entries.ts`,
      'return capability ? dagOf(capability).tasks.map(({ tool }) => tool) : [id]',
      'return capability ? [] : [id]',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A tool that a rule hides is not named to who mistyped it in a search or in details',
    [
      'src/core/discover/answer/resolve-entry.ts',
      '[...view.positions.keys()].filter((id) => isShown({ id }))',
      'view.positions.keys()',
    ],
    matrix,
  ),
  guard(
    'allow-list',
    'A tool that a rule hides is not named to who mistyped it in a call',
    [
      'src/core/discover/run/execute.ts',
      'known.filter((id) => isNamed({ id }))',
      'known.filter(() => isNamed !== undefined)',
    ],
    matrix,
  ),
  guard(
    'quarantine',
    'Prompts and resources at /mcp are asked of no server that waits or is denied',
    [
      `${folder}/offerings.ts`,
      'await admission.checkRequest(caller, server, method)',
      'await upstreams.listNewcomers((one) => one === server, caller)',
    ],
    unit(`${folder}/offerings.test.ts`),
  ),
]
