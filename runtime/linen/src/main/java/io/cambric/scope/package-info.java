/**
 * Variables, collections and random streams of one init or apply, as {@code flax.core} has them.
 *
 * <p>A model has no data. Its parameters and other {@link io.cambric.scope.Variables variables} are
 * a nested map, passed to each call. A {@link io.cambric.scope.Scope} is the view that a function
 * has of them during one call, at one path. This package knows no modules: a plain function over a
 * scope is enough, and every module comes down to one.
 *
 * <h2>A function over a scope</h2>
 *
 * <p>A dense layer asks its scope for two parameters.
 *
 * {@snippet :
 * static Array dense(Scope scope, Array x, int features) {
 *   var kernel = scope.param("kernel", lecunNormal(), Shape.of(x.dim(-1), features));
 *   var bias = scope.param("bias", zeros(), Shape.of(features));
 *   return x.matmul(kernel).add(bias);
 * }
 * }
 *
 * <p>{@link io.cambric.scope.Scopes#init} runs it with the collection {@code params} mutable, so
 * that each parameter is made by its initializer. {@link io.cambric.scope.Scopes#apply} runs it
 * with the parameters given.
 *
 * {@snippet :
 * Variables variables = Scopes.init(Key.of(0), scope -> dense(scope, x, 8));
 * Array y = Scopes.apply(variables, scope -> dense(scope, x, 8));
 * }
 *
 * <h2>Names and paths</h2>
 *
 * <p>{@code scope.push("hidden")} is the scope of a part: its variables lie below that name in
 * every collection. The path decides the key of each parameter as well.
 *
 * {@snippet :
 * Array mlp(Scope scope, Array x) {
 *   var h = relu(dense(scope.push("hidden"), x, 32));
 *   return dense(scope.push("out"), h, 10);
 * }
 * // params/hidden/kernel, params/hidden/bias, params/out/kernel, params/out/bias
 * }
 *
 * <h2>Random streams</h2>
 *
 * <p>{@code scope.makeRng("dropout")} draws a key from a named stream. The key is the root key of
 * the stream, folded with the path of the scope and the number of keys drawn there before. It is
 * the folding of Flax, so the same seed gives the same parameters as Flax.
 *
 * {@snippet :
 * Array dropped(Scope scope, Array x) {
 *   return x.mul(Random.bernoulli(scope.makeRng("dropout"), 0.5, x.shape()));
 * }
 * var rngs = Rngs.of("dropout", key);
 * Scopes.apply(variables, CollectionFilter.none(), rngs, scope -> dropped(scope, x));
 * }
 *
 * <h2>Collections</h2>
 *
 * <p>A collection groups variables that are treated alike: {@code params} are trained, {@code
 * batch_stats} are updated by the model, {@code intermediates} are sown. A {@link
 * io.cambric.scope.CollectionFilter} says which of them a call may write. Writes go to a copy, and
 * the call returns the changed collections with its output.
 *
 * {@snippet :
 * var mutable = CollectionFilter.of("batch_stats");
 * Scoped<Array> result =
 *     Scopes.apply(variables, mutable, Rngs.none(), scope -> norm(scope, x));
 * Variables next = variables.with(result.variables());
 * }
 *
 * <h2>Rules</h2>
 *
 * <ul>
 *   <li>A scope is mutable, lives for one call, and is used by one thread. Use after the call is an
 *       error that names the place.
 *   <li>The current scope is a scoped value of this package; pool threads see none.
 *   <li>A name stands for one variable of a collection, or for one part, in each scope.
 *   <li>Lanes of a named axis may keep {@link io.cambric.scope.Shards slices} of variables.
 *   <li>Transformations of functions over scopes are in {@code io.cambric.scope.lift}.
 * </ul>
 */
@NullMarked
package io.cambric.scope;

import org.jspecify.annotations.NullMarked;
