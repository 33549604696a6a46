import type { ListedSkill } from '../tool-server.ts'

/** Skills that lie in folders of this machine, each a folder with a `SKILL.md`. */
export interface SkillFolders {
  /** The same array as long as nothing changed. */
  list(): Promise<readonly ListedSkill[]>
  /** The text of a listed `SKILL.md`; `undefined` when it is gone. */
  read(uri: string): Promise<string | undefined>
}
