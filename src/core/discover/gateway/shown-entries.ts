import type { Caller } from '../../../ports/caller.ts'
import type { CatalogSkill, CatalogTool } from '../../../ports/store/catalog.ts'
import { resolveToolId } from '../catalog/code-names.ts'
import { dagOf } from '../catalog/dag.ts'
import type { Holdings } from '../catalog/holdings.ts'
import type { Admission } from './admission.ts'

/** Whether one caller may see what an id stands for: a tool it may use, or a workflow of such tools alone. */
export function shownEntries(
  admission: Admission,
  held: Holdings,
  caller: Caller | undefined,
): (entry: { readonly id: string }) => boolean {
  return ({ id }) => {
    const skill = held.skills.get(id)
    if (skill) return admission.shows(caller, readOnce(skill))
    return toolsBehind(held, id).every((written) => {
      const tool = held.everyTool.get(resolveToolId(held.everyTool, written) ?? '')
      return tool === undefined || admission.shows(caller, tool)
    })
  }
}

/** A skill as rules see it: a tool that only reads. */
function readOnce({ id, server, name, description }: CatalogSkill): CatalogTool {
  return {
    ...{ id, server, name, description, inputSchema: {}, annotations: { isReadOnly: true } },
    ...{ tags: [], examples: [], schemaHash: '', textHash: '', state: 'active', findings: [] },
  }
}

function toolsBehind({ capabilities }: Holdings, id: string): readonly string[] {
  const capability = capabilities.get(id.split('#step')[0] ?? '')
  return capability ? dagOf(capability).tasks.map(({ tool }) => tool) : [id]
}
