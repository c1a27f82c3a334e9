/**
 * The life of modules: places and names, setup and compact methods, init, apply and bind. Generated
 * classes extend {@link io.cambric.module.Module}.
 *
 * <p>A user writes a definition, a record whose components are hyperparameters and whose methods
 * compute. The annotation processor generates the module class from it.
 *
 * {@snippet :
 * @Module
 * record MlpDef(int hidden, int out) {
 *   @Compact
 *   Array call(Array x) {
 *     var h = relu(Dense.of(hidden).call(x));
 *     return Dense.of(out).call(h);
 *   }
 * }
 * }
 *
 * <h2>Unbound: a value without data</h2>
 *
 * <p>{@code Mlp.of(32, 10)} is a template: an immutable value that compares by its hyperparameters.
 * {@code init} makes its variables, {@code apply} runs it with variables. Both are pure functions,
 * so every transformation takes them.
 *
 * {@snippet :
 * var mlp = Mlp.of(32, 10);
 * Variables variables = mlp.init(Key.of(0), x); // {params: {Dense_0: .., Dense_1: ..}}
 * Array y = mlp.apply(variables, x);
 * }
 *
 * <h2>Bound: a module in a scope</h2>
 *
 * <p>For the time of one call a copy of the module is bound to a {@link io.cambric.scope.Scope}.
 * Its methods then find parameters through {@link io.cambric.module.ModuleScope}.
 *
 * {@snippet :
 * @Module
 * record ScaleDef() {
 *   @Compact
 *   Array call(Array x) {
 *     return x.mul(param("scale", ones(), Shape.of(x.dim(-1))));
 *   }
 * }
 * }
 *
 * <h2>Places and names</h2>
 *
 * <p>A module that is constructed while a method of another module runs becomes a submodule. {@code
 * Dense.of(hidden)} opens a <i>place</i> in the running frame; the first call settles its name, the
 * prefix of its class with a counter. A transformation or a wither in between takes over the place,
 * so a chain of calls is one submodule.
 *
 * {@snippet :
 * Dense.of(8).call(x);                            // Dense_0
 * Dense.of(8).withUseBias(false).call(x);         // Dense_1
 * Dense.of(8).named("head").call(x);              // head
 * }
 *
 * <p>A module that was constructed elsewhere and comes in a component is <i>adopted</i>: it gets
 * the name of the component. The unbound modules of one call and their bindings are its
 * <i>realm</i>. It goes by identity: one object in two components is one submodule with one set of
 * variables.
 *
 * <h2>Options of a call</h2>
 *
 * <p>{@link io.cambric.module.ApplyOptions} has collections that the call may write, random
 * streams, interceptors and the capture of intermediates. A call with options returns the changed
 * collections as well.
 *
 * {@snippet :
 * Applied<Array> result =
 *     model.apply(variables, mutable("batch_stats").rng("dropout", key), m -> m.call(x, true));
 * Variables next = variables.with(result.variables());
 * }
 *
 * <h2>Lifted transformations</h2>
 *
 * <p>A transformation inside of a method has to know which variables go in and come out. {@link
 * io.cambric.module.Lift} has such transformations for functions of modules, and every module has
 * them as methods. {@code io.cambric.scope.lift} does the work, without knowing modules.
 *
 * {@snippet :
 * Mlp.of(32, 10).vmap().variableAxis("params", 0).splitRngs("params").call(xs);
 * }
 *
 * <h2>Rules</h2>
 *
 * <ul>
 *   <li>Modules are immutable. A binding, a realm and a frame are mutable, live for one call, and
 *       are used by one thread.
 *   <li>Names and the order of construction decide random keys, as in Flax.
 *   <li>{@code docs/learn/module-lifecycle.md} is the same for users, with output.
 * </ul>
 */
@NullMarked
package io.cambric.module;

import org.jspecify.annotations.NullMarked;
