import { sandboxContract } from '../../ports/sandbox.contract.ts'
import { quickjsSandbox } from './sandbox.ts'

sandboxContract('QuickJS', quickjsSandbox)
