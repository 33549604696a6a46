// Functions that run inside the page. Its policy refuses code that comes as text, so they are handed over as functions.

/** How much wider than the screen the page is. */
export const overflow = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth

export const readClipboard = () => navigator.clipboard.readText()

export const chosenTheme = () => document.documentElement.dataset.theme

export const paper = () => getComputedStyle(document.body).backgroundColor

/** Whether nothing is being loaded. */
export const isAtRest = () => document.querySelector('[aria-busy=true]') === null

/** Whether a part of the answer is on the screen while the rest is still being written. */
export const isAnswerPartial = () => {
  const writing = document.querySelector('[aria-label=Answer][aria-busy=true] .answer-text')
  return (writing?.textContent ?? '').length > 10
}

/** Whether the page may be given markup as text. */
export const acceptsMarkup = () => {
  try {
    document.body.innerHTML = '<b>data</b>'
    return true
  } catch {
    return false
  }
}

/** Goes to an address of the page and says how long it took until its last message was drawn. */
export const openAndWait = (hash) =>
  new Promise((resolve) => {
    const start = performance.now()
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('.answer-item')) return
      watcher.disconnect()
      // After the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    location.hash = hash
  })

/** What can be touched and is less than 40 pixels tall, but for links inside a sentence and what lies in a row of its own height. */
export const smallTargets = () => {
  const wanted = 'a, button, input:not([type=hidden]), select, textarea, summary, [role=option]'
  return [...document.querySelectorAll(wanted)]
    .filter((node) => {
      const { width, height } = node.getBoundingClientRect()
      if (width < 2 || height < 2 || node.closest('p, .visually-hidden, .skip')) return false
      // A box beside its label is touched with it, and the link of a tile covers the tile.
      const whole = node.matches('input[type=checkbox]') ? 'label' : '.total'
      const touched = node.closest(whole) ?? node
      return touched.getBoundingClientRect().height < 39.5
    })
    .map((node) => `${node.tagName} ${node.className} ${node.textContent?.slice(0, 40)}`)
}

/** Marks all that can be done in this view, and from now on what of it has had the focus; gives how much there is. */
export const watchFocus = () => {
  const wanted =
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'
  const targets = [...document.querySelectorAll(wanted)].filter((node) =>
    node.checkVisibility({ visibilityProperty: true }),
  )
  for (const node of targets) node.dataset.reached = 'no'
  document.addEventListener('focusin', ({ target }) => {
    if (target.dataset.reached !== 'no') return
    const shown = [target, target.closest('.total')]
      .filter(Boolean)
      .map((node) => getComputedStyle(node))
    const isSeen = shown.some(
      ({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none',
    )
    target.dataset.reached = isSeen ? 'yes' : 'unseen'
  })
  return targets.length
}

/** What Tab did not reach, or reached without showing it. */
export const notReached = () =>
  [...document.querySelectorAll('[data-reached=no], [data-reached=unseen]')].map(
    (node) =>
      `${node.dataset.reached} ${node.tagName} ${node.className} ${node.textContent?.slice(0, 40)}`,
  )

/** Before the page begins: remembers what listens to clicks. */
export const watchListeners = () => {
  const { addEventListener } = EventTarget.prototype
  window.listening = new Set()
  EventTarget.prototype.addEventListener = function listen(type, ...rest) {
    if (type === 'click' && this instanceof Element) window.listening.add(this)
    addEventListener.call(this, type, ...rest)
  }
}

/** What listens to clicks, and those of it that cannot have the focus. */
export const mouseOnly = () => {
  const listening = [...window.listening].filter((node) => node.isConnected)
  const others = listening.filter((node) => !node.matches('a, button, input, summary, dialog'))
  return {
    listening: listening.length,
    others: others.map((node) => `${node.tagName} ${node.className}`),
  }
}

/** Marks what can be done below a node, and from now on what of it has had the focus; gives how much there is. */
export const watchFocusIn = (region) => {
  const wanted =
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'
  const targets = [...region.querySelectorAll(wanted)].filter((node) =>
    node.checkVisibility({ visibilityProperty: true }),
  )
  for (const node of document.querySelectorAll('[data-reached]')) delete node.dataset.reached
  for (const node of targets) node.dataset.reached = 'no'
  const onFocus = ({ target }) => {
    if (target.dataset.reached !== 'no') return
    const { outlineStyle, boxShadow } = getComputedStyle(target)
    target.dataset.reached = outlineStyle !== 'none' || boxShadow !== 'none' ? 'yes' : 'unseen'
  }
  document.addEventListener('focusin', onFocus)
  const { activeElement } = document
  // What has it already is seen by what it looks like now.
  if (region.contains(activeElement)) onFocus({ target: activeElement })
  return targets.length
}

/** What has the focus, by its name. */
export const focusedName = () => {
  const { activeElement } = document
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
}
