/** No value of use is nested deeper; functions that walk a value call themselves at every level. */
const deepest = 100

/** Whether a JSON text nests deeper than anything that reads it should have to follow. */
export function isTooDeep(json) {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfText(json, at)
    else if (code === 91 || code === 123) depth += 1
    else if (code === 93 || code === 125) depth -= 1
    if (depth > deepest) return true
  }
  return false
}

const quote = 34
const backslash = 92

/** Where the text ends that begins here. */
function endOfText(json, start) {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== quote)
    at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}
