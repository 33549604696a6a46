import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'

/** Ends a login that the browser came back from; its address is used once and then forgotten. */
export function useFinishedLogin(onDone: () => void): Failure | undefined {
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    if (!/[?&]state=/.test(location.search)) return
    const url = location.origin.replace('//localhost', '//127.0.0.1') + '/' + location.search
    history.replaceState(null, '', `${location.pathname}${location.hash}`)
    call('gateway.login.finish', { url })
      .then((outcome) => {
        if (outcome.kind === 'failed') setFailure(outcome.failure)
        onDone()
      })
      .catch(reportError)
  }, [])
  return failure
}
