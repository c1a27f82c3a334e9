/**
 * Fusion, decided before any step is made: which equations share a loop, and in which order the
 * loops run.
 *
 * <p>{@code FusionGraph} is the def-use graph of a jaxpr; its nodes are equations. {@code Fuser}
 * makes a {@code FusionPartition} of it. {@code FusionConditions} decides whether an equation may
 * join a {@code FusionGroup}. {@code Rematerialization} then adds copies of equations to groups.
 * The example of {@link io.cambric.compile} has two units:
 *
 * <pre>
 * node   a = dot_general x w
 * group  d e f g h i             a loop over [64, 32]
 * </pre>
 *
 * <p>The package uses {@code core}, {@code recompute} and {@code kernel}. It knows no steps; {@code
 * compile.step} makes them of the partition.
 */
@NullMarked
package io.cambric.compile.fusion;

import org.jspecify.annotations.NullMarked;
