/** Names calls by their ids, or where a wire has none, by their order. */
interface CallNames {
  asked(tool: string, id: unknown): string
  answered(tool: string, id: unknown): string
}

/** Results without an id answer the open calls of their tool in order, or the first open call of all. */
export function callNames(): CallNames {
  let open: { readonly tool: string; readonly name: string }[] = []
  let count = 0
  return {
    asked(tool, id) {
      if (typeof id === 'string' && id !== '') return id
      const name = `${tool}#${++count}`
      open.push({ tool, name })
      return name
    },
    answered(tool, id) {
      if (typeof id === 'string' && id !== '') return id
      const call = open.find((one) => tool === '' || one.tool === tool)
      open = open.filter((one) => one !== call)
      return call?.name ?? `${tool}#`
    },
  }
}
