/** No value of use is nested deeper; functions that walk a value call themselves at every level. */
const deepest = 100

/** Whether a JSON text nests deeper than anything that reads it should have to follow. */
export function isTooDeep(json) {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === 92) at++
      else if (code === 34) isText = false
    } else if (code === 34) isText = true
    else if (code === 91 || code === 123) {
      depth += 1
      if (depth > deepest) return true
    } else if (code === 93 || code === 125) depth -= 1
  }
  return false
}
