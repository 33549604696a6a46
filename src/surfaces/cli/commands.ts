import { operations } from '../../operations/all.ts'
import type { Command } from './command.ts'
import { config, configShare, init, trustFolder } from './commands/configure.ts'
import { doctor } from './commands/daemon/doctor.ts'
import { serviceInstall } from './commands/daemon/service.ts'
import { status } from './commands/daemon/status.ts'
import { stop } from './commands/daemon/stop.ts'
import { top } from './commands/daemon/top.ts'
import { up } from './commands/daemon/up.ts'
import { demo } from './commands/demo.ts'
import { evalCompare, evalRun } from './commands/evaluate.ts'
import { gatewayApprove } from './commands/gateway/gateway-approve.ts'
import { gatewayCredentialSet } from './commands/gateway/gateway-credential.ts'
import { gatewayImport } from './commands/gateway/gateway-import.ts'
import { gatewayLogin } from './commands/gateway/gateway-login.ts'
import { hook } from './commands/hook.ts'
import { ingest } from './commands/ingest.ts'
import { mask } from './commands/mask.ts'
import { mcp } from './commands/mcp.ts'
import { clarify } from './commands/memory/clarify.ts'
import { memories, recall, remember } from './commands/memory/memory.ts'
import { memoryGit, memoryMergeDriver } from './commands/memory/memory-git.ts'
import { memoryMine } from './commands/memory/memory-mine.ts'
import { prices } from './commands/prices.ts'
import { prune } from './commands/prune.ts'
import { recover } from './commands/recover.ts'
import { replay } from './commands/replay.ts'
import { run } from './commands/run.ts'
import { setup } from './commands/setup.ts'
import { sh } from './commands/sh.ts'
import { storeBackup, storeCheck, storeMigrate, storeRestore } from './commands/store.ts'
import { completions } from './completion.ts'
import { commandOf } from './from-operation.ts'

const projected = operations.flatMap((operation) =>
  operation.command ? [commandOf(operation, operation.command)] : [],
)

/** Every command, in the order the help lists them. */
export const commands: readonly Command[] = [
  prune,
  sh,
  recover,
  ingest,
  remember,
  recall,
  memories,
  ...projected,
  evalRun,
  evalCompare,
  clarify,
  memoryMine,
  memoryGit,
  memoryMergeDriver,
  mask,
  replay,
  prices,
  run,
  gatewayApprove,
  gatewayImport,
  gatewayLogin,
  gatewayCredentialSet,
  setup,
  hook,
  storeCheck,
  storeBackup,
  storeRestore,
  storeMigrate,
  up,
  serviceInstall,
  stop,
  status,
  top,
  doctor,
  demo,
  mcp,
  init,
  config,
  configShare,
  trustFolder,
  completions(() => commands),
]
