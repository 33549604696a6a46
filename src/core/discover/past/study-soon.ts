/** With no new run for this long, what was kept is studied. */
const quietMs = 300
/** While runs keep coming, they are studied when they have grown by this share, and by these many. */
const worthStudying = { share: 0.5, atLeast: 30 }

/** Reads and studies what was just kept before a search has to, seldom while much is kept at once. */
export function createStudySoon(deps: {
  readonly views: { current(): Promise<unknown> }
  readonly pause: (ms: number) => Promise<void>
  readonly onFailure: (error: unknown) => void
}): () => void {
  let kept = 0
  let studied = 0
  let isStudying = false

  async function study(): Promise<void> {
    if (isStudying || studied === kept) return
    isStudying = true
    studied = kept
    try {
      await deps.views.current()
    } catch (error) {
      deps.onFailure(error)
    } finally {
      isStudying = false
    }
  }

  return () => {
    kept += 1
    const mine = kept
    if (kept >= studied * (1 + worthStudying.share) + worthStudying.atLeast) void study()
    void deps.pause(quietMs).then(() => (mine === kept ? study() : undefined))
  }
}
