/**
 * The generator of withers for records of hyperparameters. Only the builds of {@code optax} and
 * {@code nn} name it; it is no service, so no user's compiler runs it.
 *
 * <p>Example: for the record {@code Clip(Scalar maxDelta)} it writes the interface {@code ClipWith}
 * with the methods {@code withMaxDelta(double)} and {@code withMaxDelta(Array)}.
 */
@NullMarked
package io.cambric.build.withers;

import org.jspecify.annotations.NullMarked;
