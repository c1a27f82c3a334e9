/**
 * Operations that hold programs: calls ({@code jit}, {@code checkpoint}, {@code pmap}), control
 * flow ({@code scan}, {@code while_loop}, {@code switch}), and custom differentiation rules.
 *
 * <p>A transformation of such an operation transforms its programs. The classes {@code Scan*} also
 * rewrite a scan before compilation: loop-invariant code motion, accumulation after the loop, and
 * the choice of residuals.
 */
@NullMarked
package io.cambric.control;

import org.jspecify.annotations.NullMarked;
