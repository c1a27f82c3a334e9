package io.cambric.module;

import io.cambric.scope.Variables;

/**
 * The result of unbind: a module, and its variables.
 *
 * @param module without variables and without a name
 * @param variables the variables of the module and its submodules
 * @param <M> the module
 */
public record Unbound<M extends Module<M>>(M module, Variables variables) {}
