import { useCallback } from 'preact/hooks'
import type { LedgerRow } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'

/** Whether the request of a row can still be looked at: those that came since the page asked can. */
export function useRemembered(): (row: LedgerRow, requestId: string) => boolean {
  const { value } = useCall('requests.list', { limit: 500 })
  const requests = value?.requests
  return useCallback(
    (row, requestId) => {
      if (!requests) return true
      const newest = requests[0]?.at ?? 0
      return row.at > newest || requests.some(({ id }) => id === requestId)
    },
    [requests],
  )
}
