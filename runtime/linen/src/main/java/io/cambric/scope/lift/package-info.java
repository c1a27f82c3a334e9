/**
 * Lifted transformations of functions of scopes, as {@code flax.core.lift} has them. A function of
 * scopes becomes a pure function, is transformed, and its written variables are stored back. This
 * package knows no modules; {@code module} builds on it.
 *
 * <h2>A lifted function</h2>
 *
 * <p>{@link io.cambric.scope.lift.Lifts} has the transformations of functions of one scope. The
 * options say which collections are mapped and which random streams differ between lanes.
 *
 * {@snippet :
 * ScopeFn<Array, Array> lanes =
 *     Lifts.vmap(dense, VmapLift.NONE.withVariableAxis("params", 0).withSplitRngs("params"));
 * Variables variables = Scopes.init(Key.of(0), scope -> lanes.apply(scope, xs));
 * }
 *
 * <h2>The data flow</h2>
 *
 * <p>{@link io.cambric.scope.lift.Pack} is the mechanism of all lifted transformations. Variables
 * and random streams leave the scopes in groups, one for each filter. The transformation maps,
 * splits or carries the groups. Inside, scopes are opened over the transformed groups and the
 * function runs on them. Outside, the written variables are stored in the scopes of the caller.
 *
 * <h2>Options</h2>
 *
 * <p>Each transformation is a value with withers: {@link io.cambric.scope.lift.VmapLift}, {@link
 * io.cambric.scope.lift.ScanLift}, {@link io.cambric.scope.lift.JitLift}, {@link
 * io.cambric.scope.lift.RematLift} and others implement {@link io.cambric.scope.lift.Lifting}.
 *
 * {@snippet :
 * var layers = ScanLift.NONE.withVariableAxis("params", 0).withSplitRngs("params").withLength(12);
 * }
 *
 * <h2>Rules</h2>
 *
 * <ul>
 *   <li>A collection or stream that no option names cannot be used inside of a vmap or scan.
 *   <li>Collections that no out filter matches are read-only inside.
 *   <li>Keys drawn inside count as drawn outside.
 *   <li>A scope of the outer function is suspended while the lifted function runs.
 * </ul>
 */
@NullMarked
package io.cambric.scope.lift;

import org.jspecify.annotations.NullMarked;
