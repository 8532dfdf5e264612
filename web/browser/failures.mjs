// A reporter of Node's test runner: the names of what failed, a line each.

export default async function* failures(source) {
  for await (const { type, data } of source) {
    if (type === "test:fail" && data.nesting === 0) yield `${data.name}\n`;
  }
}
