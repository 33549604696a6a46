export { agentSessions } from '../adapters/agent-sessions/agent-sessions.ts'
