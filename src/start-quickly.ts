import { enableCompileCache, registerHooks } from 'node:module';

enableCompileCache();

/**
 * Node.js parses the package.json of a package again for each of its modules. That of drizzle-orm has 180 kB, which made it a third of
 * the whole start; its modules name each other by path, and all of them are ES modules, so none of them needs it.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
});
