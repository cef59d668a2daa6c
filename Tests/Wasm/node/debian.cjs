// Debian's Jest asks its own build of Node where packages are; another build does not know.
const { variables } = process.config;
if (variables.node_relative_path === undefined) {
  const found = { ...variables, node_prefix: "/usr", node_relative_path: "share/nodejs:share/javascript:lib/nodejs" };
  Object.defineProperty(process, "config", { value: { ...process.config, variables: found } });
}
