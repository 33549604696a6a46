import type { SyntaxBlock } from '../../ports/syntax.ts'

/** Node types of all our grammars that open a block; the names do not clash between languages. */
const kinds: Readonly<Record<string, SyntaxBlock['kind']>> = {
  abstract_class_declaration: 'class',
  class: 'class',
  class_declaration: 'class',
  class_definition: 'class',
  class_specifier: 'class',
  constructor_declaration: 'function',
  enum_declaration: 'class',
  enum_item: 'class',
  enum_specifier: 'class',
  function_declaration: 'function',
  function_definition: 'function',
  function_item: 'function',
  generator_function_declaration: 'function',
  impl_item: 'class',
  interface_declaration: 'class',
  internal_module: 'module',
  local_function_statement: 'function',
  macro_definition: 'function',
  media_statement: 'rule',
  method: 'function',
  method_declaration: 'function',
  method_definition: 'function',
  mod_item: 'module',
  module: 'module',
  namespace_declaration: 'module',
  namespace_definition: 'module',
  record_declaration: 'class',
  rule_set: 'rule',
  singleton_method: 'function',
  struct_declaration: 'class',
  struct_item: 'class',
  struct_specifier: 'class',
  trait_declaration: 'class',
  trait_item: 'class',
  type_alias_declaration: 'class',
  type_declaration: 'class',
  type_item: 'class',
  union_item: 'class',
}

const functionValues = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
  'class',
])

/** What a node of this type opens, if anything; `valueType` is the value of a variable. */
export function kindOfNode(type: string, valueType?: string): SyntaxBlock['kind'] | undefined {
  if (type !== 'variable_declarator') return Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (valueType === undefined || !functionValues.has(valueType)) return undefined
  return valueType === 'class' ? 'class' : 'function'
}

/** Nodes that only wrap a block and share its range: `export`, decorators, `const x = () => …`. */
export const wrappers: ReadonlySet<string> = new Set([
  'ambient_declaration',
  'decorated_definition',
  'export_statement',
  'lexical_declaration',
  'template_declaration',
  'variable_declaration',
])
