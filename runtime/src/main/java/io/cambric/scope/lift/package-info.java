/**
 * Lifted transformations of functions of scopes, as {@code flax.core.lift} has them. A function of
 * scopes becomes a pure function, is transformed, and its written variables are stored back. This
 * package knows no modules; {@code module} builds on it.
 *
 * {@snippet :
 * ScopeFn<Array, Array> lanes =
 *     Lifts.vmap(dense, v -> v.variableAxis("params", 0).splitRngs("params"));
 * Variables variables = Scopes.init(Key.of(0), scope -> lanes.apply(scope, xs));
 * }
 */
@NullMarked
package io.cambric.scope.lift;

import org.jspecify.annotations.NullMarked;
