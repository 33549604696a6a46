/** Our language names to the grammar files of the package. */
export const grammars: Readonly<Record<string, string>> = {
  bash: 'bash',
  c: 'cpp',
  cpp: 'cpp',
  csharp: 'c-sharp',
  css: 'css',
  go: 'go',
  java: 'java',
  javascript: 'javascript',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  rust: 'rust',
  tsx: 'tsx',
  typescript: 'typescript',
}
