import { enableCompileCache, type ResolveFnOutput, registerHooks } from 'node:module';

enableCompileCache();

/** Packages whose `.js` files are ES modules, as the package.json beside them says. */
const esModules = /\/node_modules\/(?:drizzle-orm|zod|@pothos\/[\w-]+\/esm|libphonenumber-js\/es6)\//;

/** The format of a file that is imported by its path; undefined where it is left to Node.js to find out. */
function formatOf(specifier: string, importer: string): string | undefined {
  if (specifier.endsWith('.ts')) return 'module-typescript';
  return specifier.endsWith('.mjs') || (specifier.endsWith('.js') && esModules.test(importer)) ? 'module' : undefined;
}

/** The package that a file is part of; this project itself has no name here. */
const packageOf = (url: string) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(url)?.[0] ?? '';

/** What packages resolved to, by name and by who imports them. */
const resolved = new Map<string, ResolveFnOutput>();

/**
 * Node.js looks up and parses the package.json of a package again for each import: that of drizzle-orm has 180 kB, and a thousand
 * modules made it half of the time that loading took. A file that is imported by its path needs none, and one package names another always the same.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL, conditions } = context;
    if (parentURL === undefined || specifier.startsWith('node:')) return next(specifier, context);
    if (specifier.startsWith('.')) {
      const format = formatOf(specifier, parentURL);
      if (format === undefined) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    }
    const key = [specifier, packageOf(parentURL), ...conditions].join(' ');
    const known = resolved.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    resolved.set(key, known);
    return known;
  },
});
