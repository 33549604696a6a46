import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dotenvEditor } from './edit-dotenv.ts'
import { jsoncEditor } from './edit-jsonc.ts'
import { tomlEditor } from './edit-toml.ts'
import { yamlEditor } from './edit-yaml.ts'
import { type Edit, type Editor, restoreValue, setValue } from './editor.ts'

const server = { command: 'tamis', args: ['mcp'] }
const mcp: Edit = { path: ['mcpServers', 'tamis'], value: server }
const entry = '"tamis": {\n      "command": "tamis",\n      "args": ["mcp"]\n    }'

test.each<{ what: string; editor: Editor; edit: Edit; text: string; got: string }>([
  {
    what: 'an empty object',
    editor: jsoncEditor,
    edit: mcp,
    text: '{}\n',
    got: `{\n  "mcpServers": {\n    ${entry}\n  }\n}\n`,
  },
  {
    what: 'comments, which stay where they are',
    editor: jsoncEditor,
    edit: mcp,
    text: '// mine\n{\n  "theme": "dark" // yes\n  /* end */\n}\n',
    got: `// mine\n{\n  "theme": "dark", // yes\n  /* end */\n  "mcpServers": {\n    ${entry}\n  }\n}\n`,
  },
  {
    what: 'a trailing comma, which is kept',
    editor: jsoncEditor,
    edit: mcp,
    text: '{\n  "mcpServers": {\n    "other": { "url": "x" },\n  },\n}',
    got: `{\n  "mcpServers": {\n    "other": { "url": "x" },\n    ${entry},\n  },\n}`,
  },
  {
    what: 'tabs and Windows line ends',
    editor: jsoncEditor,
    edit: { path: ['env', 'A'], value: 'b' },
    text: '{\r\n\t"x": 1\r\n}\r\n',
    got: '{\r\n\t"x": 1,\r\n\t"env": {\r\n\t\t"A": "b"\r\n\t}\r\n}\r\n',
  },
  {
    what: 'an object on one line',
    editor: jsoncEditor,
    edit: { path: ['env', 'A'], value: 'b' },
    text: '{ "env": { "B": "c" } }',
    got: '{ "env": { "B": "c", "A": "b" } }',
  },
  {
    what: 'an entry of ours with other values',
    editor: jsoncEditor,
    edit: { path: ['env', 'A'], value: 'b' },
    text: '{ "env": { "A": "old", "B": "c" } }',
    got: '{ "env": { "A": "b", "B": "c" } }',
  },
  {
    what: 'a TOML table, at the end',
    editor: tomlEditor,
    edit: { path: ['mcp_servers', 'tamis'], value: server },
    text: '# mine\nmodel = "o" # good\n\n[mcp_servers.other]\nurl = "x"\n',
    got: '# mine\nmodel = "o" # good\n\n[mcp_servers.other]\nurl = "x"\n\n[mcp_servers.tamis]\ncommand = "tamis"\nargs = ["mcp"]\n',
  },
  {
    what: 'a plain TOML value, at the top',
    editor: tomlEditor,
    edit: { path: ['openai_base_url'], value: 'http://x/v1' },
    text: '# mine\n[a]\nopenai_base_url = "no"\n',
    got: 'openai_base_url = "http://x/v1"\n# mine\n[a]\nopenai_base_url = "no"\n',
  },
  {
    what: 'an item of a YAML list, in its own indentation',
    editor: yamlEditor,
    edit: mcp,
    text: 'name: Mine # yes\nmcpServers:\n- name: other\n  url: x\n\n# models\nmodels: []\n',
    got: 'name: Mine # yes\nmcpServers:\n- name: other\n  url: x\n- name: tamis\n  command: tamis\n  args:\n    - mcp\n\n# models\nmodels: []\n',
  },
  {
    what: 'a YAML file without the list',
    editor: yamlEditor,
    edit: mcp,
    text: 'name: Mine',
    got: 'name: Mine\nmcpServers:\n  - name: tamis\n    command: tamis\n    args:\n      - mcp\n',
  },
  {
    what: 'a list in brackets',
    editor: yamlEditor,
    edit: mcp,
    text: 'mcpServers: [] # none\nname: Mine\n',
    got: 'mcpServers: [ { name: tamis, command: tamis, args: [ mcp ] } ] # none\nname: Mine\n',
  },
  {
    what: 'a line of an environment file',
    editor: dotenvEditor,
    edit: { path: ['URL'], value: 'http://x' },
    text: '# mine\nexport KEY="a"\nURL=old',
    got: '# mine\nexport KEY="a"\nURL=http://x\n',
  },
])('sets a value in $what', ({ editor, edit, text, got }) => {
  expect(setValue(editor, 'file', text, edit)).toBe(got)
  expect(setValue(editor, 'file', got, edit), 'twice is once').toBe(got)
})

test.each<[string, Editor, string]>([
  ['JSON', jsoncEditor, '{ "a": }'],
  ['JSON that is not closed', jsoncEditor, '{ "a": [1, 2'],
  ['TOML', tomlEditor, 'a = \n'],
  ['YAML', yamlEditor, 'a: [1\nb: 2'],
  ['a list of settings', yamlEditor, '- a\n'],
])('refuses what is not %s', (_, editor, text) => {
  expect(() => setValue(editor, 'the file', text, mcp)).toThrow(/the file cannot be read/)
})

test.each<[string, Editor, string, Edit]>([
  [
    'an inline table of TOML',
    tomlEditor,
    'mcp_servers = { other = { url = "x" } }\n',
    { path: ['mcp_servers', 'tamis'], value: server },
  ],
  [
    'a name inside a text of TOML',
    tomlEditor,
    'a = """\nopenai_base_url = "x"\n"""\n',
    { path: ['openai_base_url'], value: 'y' },
  ],
  ['a value where a table should be', jsoncEditor, '{ "mcpServers": 1 }', mcp],
])('leaves %s alone', (_, editor, text, edit) => {
  expect(() => setValue(editor, 'the file', text, edit)).toThrow(
    /cannot be (?:read|changed safely)/,
  )
})

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/)
const plain = fc.dictionary(
  name,
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.dictionary(name, fc.string())),
  { maxKeys: 4 },
)

test('JSON in any layout: what is taken out again leaves the same meaning', () => {
  fc.assert(
    fc.property(plain, fc.constantFrom(0, 2, '\t'), fc.boolean(), (whole, space, hasServers) => {
      const before = { ...whole, ...(hasServers ? { mcpServers: { other: { url: 'x' } } } : {}) }
      const text = `// c\n${JSON.stringify(before, null, space)}\n`
      const after = setValue(jsoncEditor, 'f', text, mcp)
      const back = restoreValue(jsoncEditor, 'f', after, mcp.path, undefined)
      const empty = hasServers ? {} : { mcpServers: {} }
      expect(jsoncEditor.parse(back)).toEqual({ ...before, ...empty })
    }),
  )
})
