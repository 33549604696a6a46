/**
 * Runs inside the sandbox before the program, and gives it its names. Only texts pass between the two
 * sides. What a program does to its own globals harms itself alone: these functions took theirs first.
 */
export const guestPrelude = `(function (hostCall, hostLog, hostEnd, inputJson) {
  'use strict'
  const { stringify, parse } = JSON
  const { defineProperty, freeze } = Object
  const GuestError = Error, GuestProxy = Proxy, toText = String, then = Promise.prototype.then
  const apply = Reflect.apply

  const settle = (json) => {
    const answer = parse(json)
    if (!answer.refusal) return answer.value
    const error = new GuestError(answer.refusal.message)
    error.code = answer.refusal.code
    throw error
  }
  const ask = (request) => apply(then, hostCall(stringify(request)), [settle])
  const serverNamed = (server) =>
    new GuestProxy(freeze({}), {
      get: (_, tool) =>
        typeof tool !== 'string' || tool === 'then'
          ? undefined
          : (args) => ask({ kind: 'tool', server, tool, args: args === undefined ? {} : args }),
    })
  const tools = new GuestProxy(freeze({}), {
    get: (_, server) => (typeof server !== 'string' || server === 'then' ? undefined : serverNamed(server)),
  })
  const said = (value) => {
    if (typeof value === 'string') return value
    const json = stringify(value)
    return json === undefined ? toText(value) : json
  }
  const log = (...values) => {
    let line = ''
    for (let at = 0; at < values.length; at++) line += (at > 0 ? ' ' : '') + said(values[at])
    hostLog(line)
  }
  const give = (name, value) =>
    defineProperty(globalThis, name, { value, writable: false, configurable: false })
  give('tools', tools)
  give('recover', (id) => ask({ kind: 'recover', id: toText(id) }))
  give('log', log)
  give('console', freeze({ log, info: log, warn: log, error: log, debug: log }))
  give('input', parse(inputJson))

  const described = (error) => {
    if (typeof error !== 'object' || error === null) return { name: 'Error', message: said(error), stack: '' }
    return { name: toText(error.name), message: toText(error.message), stack: toText(error.stack), code: error.code }
  }
  return async (program) => {
    let end
    try {
      const value = await program()
      const json = stringify(value)
      end = { returned: json === undefined ? 'null' : json }
    } catch (error) {
      end = { threw: stringify(described(error)) }
    }
    hostEnd(end.returned === undefined ? 'threw' : 'returned', end.returned ?? end.threw)
  }
})`
