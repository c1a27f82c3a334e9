/**
 * The life cycle of modules: places and names, setup and compact, init, apply, bind, and what
 * generated classes extend. Users hold the generated classes and import the functions of {@link
 * io.cambric.module.ModuleScope} and {@link io.cambric.module.ApplyOptions} statically.
 *
 * {@snippet :
 * Variables variables = model.init(Key.of(0), x);
 * Applied<Array> result =
 *     model.apply(variables, mutable("batch_stats").rng("dropout", key), m -> m.call(x, true));
 * Variables next = variables.with(result.variables());
 * }
 */
@NullMarked
package io.cambric.module;

import org.jspecify.annotations.NullMarked;
