/**
 * Lifted transformations on scopes alone: a function of scopes becomes a pure one, is transformed,
 * and what it wrote is written back. Knows nothing of modules; {@code module} builds on it.
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
