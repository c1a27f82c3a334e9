/**
 * Variables, collections, filters and random streams of one init or apply, with the key folding of
 * Flax. Knows nothing of modules: a plain function over a {@link io.cambric.scope.Scope} is enough.
 *
 * {@snippet :
 * Variables variables = Scopes.init(Key.of(0), scope -> dense(scope.push("hidden"), x));
 * Array y = Scopes.apply(variables, scope -> dense(scope.push("hidden"), x));
 * }
 */
@NullMarked
package io.cambric.scope;

import org.jspecify.annotations.NullMarked;
