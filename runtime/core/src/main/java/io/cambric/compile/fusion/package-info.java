/**
 * Fusion, decided before any step is made: which equations share a loop, and in which order the
 * loops run.
 *
 * <p>{@code FusionGraph} is the def-use graph of a jaxpr, whose nodes are its equations. {@code
 * Fuser} makes a {@code FusionPartition} of it, and {@code FusionConditions} says when an equation
 * may join a {@code FusionGroup}. {@code Rematerialization} then adds copies of equations to
 * groups. In the example of {@link io.cambric.compile} the units are two:
 *
 * <pre>
 * node   a = dot_general x w
 * group  d e f g h i             a loop over [64, 32]
 * </pre>
 *
 * <p>The package sees {@code core}, {@code recompute} and {@code kernel}. It knows no steps. {@code
 * compile.step} makes them of its partition.
 */
@NullMarked
package io.cambric.compile.fusion;

import org.jspecify.annotations.NullMarked;
